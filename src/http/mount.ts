import { matchPrecache } from '../offline/match.ts'
import { bypassesServiceWorker } from '../remote/bypass.ts'
import { type Check, checkOptions, flag, text } from '../shared/check-options.ts'
import { forwardToPage } from './forward-to-page.ts'
import { CLAIM } from './protocol.ts'
import type { Clients, ExtendableEvent, FetchEvent, ServiceWorkerScope } from './worker-scope.ts'

export interface MountOptions {
  /** Origins besides the service worker's own whose /rest_api/ is answered here. */
  origins?: readonly string[]
  /**
   * Whether GET requests are answered from what `precache` stored, before the network is asked. A service worker that
   * answers all requests itself leaves this out, and calls `matchPrecache`.
   */
  offline?: boolean
}

export const mountChecks: Record<keyof MountOptions, Check> = {
  origins: {
    expected: 'an array of origins',
    isValid: (value) => Array.isArray(value) && value.every(text.isValid),
  },
  offline: flag,
}

/**
 * Makes a service worker forward requests for /rest_api/* to an open page that called `serveRequests`; all other
 * requests pass untouched. It keeps no state between requests, so the browser may stop and restart it at any time.
 *
 * @example
 * // service-worker.js, bundled as a script of its own
 * import { mount } from 'darkroom-web/service-worker'
 *
 * mount(self, { origins: ['https://api.example.com'] })
 */
export function mount(self: EventTarget, options: MountOptions = {}): void {
  checkOptions(options, mountChecks, 'mount')
  const { origins = [], offline = false } = options
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
