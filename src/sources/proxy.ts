import { unexpected } from '../shared/errors.ts'

export interface SourceOptions {
  /**
   * The page's own proxy for images of other origins that send no CORS headers: `/proxy?url={url}`, or a prefix
   * such as `/proxy?url=`. The image's URL takes the place of `{url}`, or is appended, percent-encoded. It is only
   * used when a direct fetch fails for CORS, and never for a URL of the page's own origin or one with a user name
   * or password. It gets no cookies, no `Authorization` and no referrer. A page that is cross-origin isolated
   * cannot tell missing CORS headers from a server that is down, and tries the proxy for both.
   */
  proxy?: string
}

/** Returns the URL under which the proxy serves an image, or undefined where the image is not to be proxied. */
export type SourceProxy = (imageUrl: string) => string | undefined

const PLACEHOLDER = '{url}'

/**
 * @param page URL of the page: relative proxy URLs are resolved against it.
 * @throws DarkroomError BAD_REQUEST on `sources.proxy`.
 */
export function createSourceProxy(
  { proxy }: SourceOptions = {},
  page = globalThis.document?.baseURI,
): SourceProxy | undefined {
  if (proxy === undefined) return undefined
  const proxied = (imageUrl: string) => {
    const encoded = encodeURIComponent(imageUrl)
    const url = proxy.includes(PLACEHOLDER)
      ? proxy.replaceAll(PLACEHOLDER, encoded)
      : `${proxy}${encoded}`
    return URL.canParse(url, page) ? new URL(url, page) : undefined
  }
  if (typeof proxy !== 'string' || proxy === '' || !isUsable(proxied('https://images.example'))) {
    const expected = `the http(s) URL of a proxy, such as "/proxy?url=${PLACEHOLDER}",`
    throw unexpected('sources.proxy', expected, proxy)
  }
  return (imageUrl) => {
    const url = new URL(imageUrl, page)
    if (!isProxiable(url, page)) return undefined
    url.hash = ''
    return proxied(url.href)?.href
  }
}

const isUsable = (url: URL | undefined) =>
  url !== undefined && /^https?:$/.test(url.protocol) && !url.hash && !url.username && !url.password

const isProxiable = (url: URL, page: string | undefined) =>
  /^https?:$/.test(url.protocol) &&
  !url.username &&
  !url.password &&
  (page === undefined || url.origin !== new URL(page).origin)
