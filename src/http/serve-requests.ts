import { DarkroomError } from '../shared/errors.ts'
import { errorResponse } from './error-response.ts'
import { CONNECT, type ToPage, toWireResponse, type WireRequest } from './protocol.ts'

/** A Darkroom, or any other object that answers requests. */
export interface RequestHandler {
  fetch(request: Request): Promise<Response>
}

/**
 * Answers the requests that the service worker forwards to this page. Returns a function that stops it.
 *
 * @example
 * const stop = serveRequests(createDarkroom())
 * await register('/service-worker.js')
 * // Later: from then on other pages answer.
 * stop()
 */
export function serveRequests(
  darkroom: RequestHandler,
  container: ServiceWorkerContainer = serviceWorkerContainer(),
): () => void {
  const onMessage = ({ data, ports: [port] }: MessageEvent) => {
    if (data?.type === CONNECT && port) serveOnPort(darkroom, port)
  }
  container.addEventListener('message', onMessage)
  // Otherwise messages are held back until the document has loaded.
  container.startMessages()
  return () => container.removeEventListener('message', onMessage)
}

function serveOnPort(darkroom: RequestHandler, port: MessagePort): void {
  const controller = new AbortController()
  const here = () => port.postMessage({ type: 'here' })
  port.onmessage = async ({ data }: MessageEvent<ToPage>) => {
    if (data.type === 'abort') return controller.abort()
    here()
    if (data.type !== 'request') return
    const request = toRequest(data, controller.signal)
    const response = await darkroom.fetch(request).catch((error) => errorResponse(error))
    port.postMessage(await toWireResponse(response))
    port.close()
  }
  here()
}

const toRequest = ({ url, method, headers, body }: WireRequest, signal: AbortSignal) =>
  new Request(url, { method, headers, body, signal })

/** @throws DarkroomError NOT_SUPPORTED on a page that is not a secure context. */
export function serviceWorkerContainer(): ServiceWorkerContainer {
  if ('serviceWorker' in navigator) return navigator.serviceWorker
  throw new DarkroomError(
    'NOT_SUPPORTED',
    'Service workers need a page that is served over https or from localhost',
  )
}
