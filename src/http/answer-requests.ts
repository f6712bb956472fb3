import { matchPrecache } from '../offline/match.ts'
import { bypassesServiceWorker } from '../remote/bypass.ts'
import { forwardToPage } from './forward-to-page.ts'
import { CLAIM } from './protocol.ts'
import type { Clients, ExtendableEvent, FetchEvent, ServiceWorkerScope } from './worker-scope.ts'

/** What `mount` does, without the checks of its options: the published script is small. */
export function answerRequests(
  self: EventTarget,
  { origins = [], offline = false }: { origins?: readonly string[]; offline?: boolean },
): void {
  const scope = self as ServiceWorkerScope
  const ownOrigins = [scope.location.origin, ...origins.map((origin) => new URL(origin).origin)]
  const on = <E extends Event>(type: string, listener: (event: E) => void) =>
    scope.addEventListener(type, listener as (event: Event) => void)
  on<ExtendableEvent>('install', (event) => event.waitUntil(scope.skipWaiting()))
  on<ExtendableEvent>('activate', (event) => event.waitUntil(scope.clients.claim()))
  on<ExtendableEvent & MessageEvent>('message', (event) => {
    if (event.data?.type === CLAIM) event.waitUntil(scope.clients.claim())
  })
  on<FetchEvent>('fetch', (event) => {
    if (isForwarded(new URL(event.request.url), ownOrigins)) {
      event.respondWith(forwardToPage(event, scope.clients))
    } else if (offline && isFile(event.request)) {
      event.respondWith(storedOrFetched(event, scope.clients))
    }
  })
}

/** Pages are the application's own to store. */
const isFile = ({ method, mode }: Request) => method === 'GET' && mode !== 'navigate'

async function storedOrFetched({ request, clientId }: FetchEvent, clients: Clients) {
  const client = clientId ? await clients.get(clientId) : undefined
  return (await matchPrecache(request, client?.url)) ?? fetch(request)
}

const isForwarded = (url: URL, origins: string[]) =>
  origins.includes(url.origin) &&
  url.pathname.startsWith('/rest_api/') &&
  !bypassesServiceWorker(url)
