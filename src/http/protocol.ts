/** Sent by the service worker to every page, with a port for the messages that follow. */
export const CONNECT = 'darkroom-request'
/** Sent by a page that the service worker does not control, for example after a forced reload. */
export const CLAIM = 'darkroom-claim'

export interface WireRequest {
  type: 'request'
  url: string
  method: string
  headers: [string, string][]
  body: Blob | null
}

export interface WireResponse {
  type: 'response'
  status: number
  headers: [string, string][]
  body: Blob | null
}

/**
 * The messages on the port: the page says `here`, receives the request and sends its response. Meanwhile it says `here` when
 * it takes the request up, and for every `ping` after that.
 */
export type ToPage = WireRequest | { type: 'abort' | 'ping' }
export type ToWorker = { type: 'here' } | WireResponse

export async function toWireRequest(request: Request): Promise<WireRequest> {
  const { url, method, headers } = request
  const body = method === 'GET' || method === 'HEAD' ? null : await request.blob()
  return { type: 'request', url, method, headers: [...headers], body }
}

export async function toWireResponse(response: Response): Promise<WireResponse> {
  const { status, headers } = response
  const body = response.body && (await response.blob())
  return { type: 'response', status, headers: [...headers], body }
}
