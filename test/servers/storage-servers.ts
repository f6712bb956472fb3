import type { TestProject } from 'vitest/node'
import { startDropbox } from './dropbox.ts'
import { startGoogleDrive } from './google-drive.ts'
import { startOneDrive } from './one-drive.ts'
import { startS3 } from './s3.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URLs of the storage servers. Each implements the documented HTTP API of its service. */
    storageServers: { s3: string; dropbox: string; googleDrive: string; oneDrive: string }
  }
}

/** Starts one server for each storage service. */
export default async function setup(project: TestProject): Promise<() => void> {
  const [s3, dropbox, googleDrive, oneDrive] = await Promise.all([
    startS3(),
    startDropbox(),
    startGoogleDrive(),
    startOneDrive(),
  ])
  project.provide('storageServers', {
    s3: s3.url,
    dropbox: dropbox.url,
    googleDrive: googleDrive.url,
    oneDrive: oneDrive.url,
  })
  return () => {
    for (const server of [s3, dropbox, googleDrive, oneDrive]) server.close()
  }
}
