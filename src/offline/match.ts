import { cacheName, precachedBuilds } from './precached.ts'

/**
 * The stored response to a request, for the `fetch` listener of a service worker. Resolves with undefined for what
 * `precache` has not stored.
 *
 * @example
 * self.addEventListener('fetch', (event) => {
 *   event.respondWith(matchPrecache(event.request).then((stored) => stored ?? fetch(event.request)))
 * })
 * @param client URL of the page or worker that sent the request: copied files have the same URLs in each build, and their
 *   worker's URL says which it is.
 */
export async function matchPrecache(request: Request, client = ''): Promise<Response | undefined> {
  if (request.method !== 'GET') return undefined
  const wanted = buildIn(request.url) ?? buildIn(client)
  const builds = wanted === undefined ? await precachedBuilds(caches) : [wanted]
  for (const build of builds) {
    const options = { cacheName: cacheName(build), ignoreVary: true }
    const response = await caches.match(request, options)
    if (response) return response
  }
  return undefined
}

/** The build that the URL of a copied worker names. */
function buildIn(url: string): string | undefined {
  const worker = URL.canParse(url) ? new URL(url) : undefined
  const named = worker?.pathname.endsWith('/engine.worker.js') && worker.searchParams.get('v')
  return named || undefined
}
