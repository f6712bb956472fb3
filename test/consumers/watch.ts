import type { Page, Request } from 'playwright-core'

/** One request of a page or of its workers, as sent by the browser. */
export interface Sent {
  method: string
  url: URL
  /** URL, headers and body as one text, to search for secrets. */
  text: string
  body: Buffer | null
}

/** Records every request of a page from now on, except `blob:` and `data:` URLs, which stay in it. */
export function watch(page: Page) {
  const requests: Request[] = []
  const sockets: string[] = []
  page.context().on('request', (request) => requests.push(request))
  page.on('websocket', (socket) => sockets.push(socket.url()))
  const sent = async () =>
    (await Promise.all(requests.map(described))).filter(({ url }) => /^https?:/.test(url.protocol))
  return { sent, sockets, clear: () => requests.splice(0) }
}

async function described(request: Request): Promise<Sent> {
  const headers = await request.allHeaders().catch(() => request.headers())
  const body = request.postDataBuffer()
  const text = `${request.url()}${JSON.stringify(headers)}${body?.toString('latin1') ?? ''}`
  return { method: request.method(), url: new URL(request.url()), text, body }
}
