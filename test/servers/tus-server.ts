import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import type { TestProject } from 'vitest/node'
import { startHttpServer } from './http-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of a tus server. It cuts an upload with the header `x-cut` at that offset. `?bytes` has what came. */
    tusServer: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'tus-'))
  const tus = new Server({
    path: '/files',
    datastore: new FileStore({ directory }),
    allowedHeaders: ['x-cut'],
  })
  const { url, close } = await startHttpServer((request, response) => {
    if (request.url?.endsWith('?bytes')) {
      response.setHeader('Access-Control-Allow-Origin', '*')
      const file = join(directory, basename(request.url.slice(0, -'?bytes'.length)))
      return void createReadStream(file).pipe(response)
    }
    const { 'x-cut': cut, 'upload-offset': offset } = request.headers
    if (cut && Number(offset) >= Number(cut)) return void request.socket.destroy()
    tus.handle(request, response).catch(() => response.destroy())
  })
  project.provide('tusServer', `${url}/files`)
  return async () => {
    close()
    await rm(directory, { recursive: true })
  }
}
