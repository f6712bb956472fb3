import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { createHandler, type HandlerOptions } from '../../src/http/handler.ts'
import type { DarkroomOptions } from '../../src/index.ts'
import { openBrowserService } from './browser-service.ts'

/** Starts the HTTP handler on a Node server, for clients outside the browser. */
export async function startHandlerServer(
  darkroom: DarkroomOptions = {},
  { storage, ...options }: HandlerOptions & { storage?: string } = {},
) {
  const { service, page, close } = await openBrowserService(darkroom, storage)
  const handler = createHandler(service, options)
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch: handler, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(started),
    )
  })
  const { port } = server.address() as AddressInfo
  const end = async () => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
    await close()
  }
  return { url: `http://127.0.0.1:${port}`, service, page, close: end }
}
