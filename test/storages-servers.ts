import type { TestProject } from 'vitest/node'
import { startDropbox } from './services/dropbox.ts'
import { startGoogleDrive } from './services/google-drive.ts'
import { startOneDrive } from './services/one-drive.ts'
import { startS3 } from './services/s3.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where storages answer, each as its public HTTP interface is documented. */
    storages: { s3: string; dropbox: string; googleDrive: string; oneDrive: string }
  }
}

/** The storages that tests read from and write to, beside the browser. */
export default async function setup(project: TestProject): Promise<() => void> {
  const servers = await Promise.all([
    startS3(),
    startDropbox(),
    startGoogleDrive(),
    startOneDrive(),
  ])
  const [s3, dropbox, googleDrive, oneDrive] = servers.map(({ url }) => url) as [
    string,
    string,
    string,
    string,
  ]
  project.provide('storages', { s3, dropbox, googleDrive, oneDrive })
  return () => {
    for (const server of servers) server.close()
  }
}
