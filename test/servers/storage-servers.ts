import type { TestProject } from 'vitest/node'
import { startDropbox } from './dropbox.ts'
import { startGoogleDrive } from './google-drive.ts'
import { startOneDrive } from './one-drive.ts'
import { startS3 } from './s3.ts'

/** Each implements the documented HTTP API of its storage. */
const starts = {
  s3: startS3,
  dropbox: startDropbox,
  googleDrive: startGoogleDrive,
  oneDrive: startOneDrive,
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** URLs of the storage servers. */
    storageServers: Record<keyof typeof starts, string>
  }
}

/** Starts one server for each storage behind HTTP. */
export default async function setup(project: TestProject): Promise<() => void> {
  const names = Object.keys(starts) as (keyof typeof starts)[]
  const servers = await Promise.all(names.map((name) => starts[name]()))
  const urls = Object.fromEntries(names.map((name, i) => [name, servers[i]?.url ?? '']))
  project.provide('storageServers', urls as Record<keyof typeof starts, string>)
  return () => {
    for (const server of servers) server.close()
  }
}
