import { getRequestListener } from '@hono/node-server'
import { startHttpServer } from './http-server.ts'

type Handler = (request: Request, url: URL) => Response | Promise<Response>

/** Starts a server with the CORS headers that the imitated service sends. */
export function startCorsServer(
  handler: Handler,
  cors: { methods: string; headers: string; expose?: string },
): Promise<{ url: string; close(): void }> {
  const headers = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': cors.methods,
    'Access-Control-Allow-Headers': cors.headers,
    'Access-Control-Expose-Headers': cors.expose ?? '',
  }
  return startHttpServer(
    getRequestListener(
      async (request) => {
        if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers })
        const response = await handler(request, new URL(request.url))
        for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
        return response
      },
      { overrideGlobalObjects: false, errorHandler: (error) => void console.error(error) },
    ),
  )
}
