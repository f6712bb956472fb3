import { bypassesServiceWorker } from '../remote/bypass.ts'
import { CLAIM } from './protocol.ts'
import { route } from './route.ts'
import type { FetchEvent, LifeEvent, WorkerScope } from './worker-scope.ts'

export interface MountOptions {
  /** Origins besides the service worker's own whose /rest_api/ is answered here. */
  origins?: readonly string[]
}

/**
 * Makes a service worker answer /rest_api/* by an open page that called `serveRequests`; all else passes
 * untouched. It holds nothing between two requests, so it may be stopped and started at any time.
 *
 * @example
 * // service-worker.js, bundled as a script of its own
 * import { mount } from 'darkroom-web/service-worker'
 *
 * mount(self, { origins: ['https://api.example.com'] })
 */
export function mount(self: EventTarget, { origins = [] }: MountOptions = {}): void {
  const scope = self as WorkerScope
  const ours = [scope.location.origin, ...origins.map((origin) => new URL(origin).origin)]
  const on = <E extends Event>(type: string, listener: (event: E) => void) =>
    scope.addEventListener(type, listener as (event: Event) => void)
  on<LifeEvent>('install', (event) => event.waitUntil(scope.skipWaiting()))
  on<LifeEvent>('activate', (event) => event.waitUntil(scope.clients.claim()))
  on<LifeEvent & MessageEvent>('message', (event) => {
    if (event.data?.type === CLAIM) event.waitUntil(scope.clients.claim())
  })
  on<FetchEvent>('fetch', (event) => {
    if (isOurs(new URL(event.request.url), ours)) event.respondWith(route(event, scope.clients))
  })
}

const isOurs = (url: URL, origins: string[]) =>
  origins.includes(url.origin) &&
  url.pathname.startsWith('/rest_api/') &&
  !bypassesServiceWorker(url)
