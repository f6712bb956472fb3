const MARK = '#darkroom-direct'

/**
 * The URL for a call that our own service worker must let through, though it answers for that origin.
 * The mark is a fragment: the service worker sees it, the network never does.
 *
 * @example
 * const account = await fetch(bypassServiceWorker('https://api.example.com/rest_api/me'), { headers })
 */
export function bypassServiceWorker(url: string | URL): string {
  const marked = new URL(url)
  marked.hash = MARK
  return marked.href
}

export const bypassesServiceWorker = (url: URL) => url.hash === MARK
