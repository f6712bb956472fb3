/** What the service worker asks every page, with a port for the conversation that follows. */
export const QUESTION = 'darkroom-request'
/** What a page asks the service worker for where it is not under its control, as after a forced reload. */
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

/** Over the port: the page says that it is there, gets the request, and answers. */
export type ToPage = WireRequest | { type: 'abort' }
export type ToWorker = { type: 'here' } | WireResponse

export async function wireRequest(request: Request): Promise<WireRequest> {
  const { url, method, headers } = request
  const body = method === 'GET' || method === 'HEAD' ? null : await request.blob()
  return { type: 'request', url, method, headers: [...headers], body }
}

export async function wireResponse(response: Response): Promise<WireResponse> {
  const { status, headers } = response
  const body = response.body && (await response.blob())
  return { type: 'response', status, headers: [...headers], body }
}
