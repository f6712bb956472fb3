const MARK = '#darkroom-direct'

/**
 * Marks a URL so that Darkroom's own service worker lets the request pass, even to an origin that it answers for.
 * The mark is a fragment: the service worker sees it, the server does not.
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
