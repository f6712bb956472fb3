import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'

type Answer = (request: Request, url: URL) => Response | Promise<Response>

/** A server of another origin than the tests', that allows pages what the real service allows. */
export async function listen(
  answer: Answer,
  cors: { methods: string; headers: string; expose?: string },
): Promise<{ url: string; close(): void }> {
  const headers = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': cors.methods,
    'Access-Control-Allow-Headers': cors.headers,
    'Access-Control-Expose-Headers': cors.expose ?? '',
  }
  const server = createServer(
    getRequestListener(
      async (request) => {
        if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers })
        const response = await answer(request, new URL(request.url))
        for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
        return response
      },
      { overrideGlobalObjects: false, errorHandler: (error) => void console.error(error) },
    ),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * Who asks, and how the service is to treat them: the token is `<account>` or `<account>.<mood>`. Every account
 * has files of its own, so that tests do not meet.
 */
export function whoAsks(request: Request): { account: string; mood: string } {
  const token = /^Bearer (\S+)$/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? ''
  const [account = '', mood = ''] = token.split('.')
  return { account, mood }
}

/** The value of a key, made when first asked for. */
export function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}

/** True the first time only: an account that is `busy` gets its answer when it asks again. */
export function isBusy(seen: Set<string>, { account, mood }: { account: string; mood: string }) {
  if (mood !== 'busy' || seen.has(account)) return false
  seen.add(account)
  return true
}
