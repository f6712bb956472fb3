import { bypassesServiceWorker } from '../remote/bypass.ts'
import { forwardToPage } from './forward-to-page.ts'
import { CLAIM } from './protocol.ts'
import type { ExtendableEvent, FetchEvent, ServiceWorkerScope } from './worker-scope.ts'

export interface MountOptions {
  /** Origins besides the service worker's own whose /rest_api/ is answered here. */
  origins?: readonly string[]
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
export function mount(self: EventTarget, { origins = [] }: MountOptions = {}): void {
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
    if (!isForwarded(new URL(event.request.url), ownOrigins)) return
    event.respondWith(forwardToPage(event, scope.clients))
  })
}

const isForwarded = (url: URL, origins: string[]) =>
  origins.includes(url.origin) &&
  url.pathname.startsWith('/rest_api/') &&
  !bypassesServiceWorker(url)
