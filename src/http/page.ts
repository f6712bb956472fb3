import { DarkroomError } from '../contract/errors.ts'
import { QUESTION, type ToPage, type WireRequest, wireResponse } from './protocol.ts'

/** A Darkroom, or whatever answers requests like one. */
export interface Answering {
  fetch(request: Request): Promise<Response>
}

/**
 * Answers what the service worker hands to this page. Returns the function that ends that.
 *
 * @example
 * const stop = serveRequests(createDarkroom())
 * await register('/service-worker.js')
 * // later: other pages answer from then on
 * stop()
 */
export function serveRequests(
  darkroom: Answering,
  container: ServiceWorkerContainer = serviceWorkers(),
): () => void {
  const onMessage = ({ data, ports: [port] }: MessageEvent) => {
    if (data?.type === QUESTION && port) converse(darkroom, port)
  }
  container.addEventListener('message', onMessage)
  // Messages that came before wait for the end of the document otherwise.
  container.startMessages()
  return () => container.removeEventListener('message', onMessage)
}

function converse(darkroom: Answering, port: MessagePort): void {
  const controller = new AbortController()
  port.onmessage = async ({ data }: MessageEvent<ToPage>) => {
    if (data.type === 'abort') return controller.abort()
    const response = await darkroom.fetch(toRequest(data, controller.signal)).catch(failed)
    port.postMessage(await wireResponse(response))
    port.close()
  }
  port.postMessage({ type: 'here' })
}

const toRequest = ({ url, method, headers, body }: WireRequest, signal: AbortSignal) =>
  new Request(url, { method, headers, body, signal })

const failed = (error: Error) =>
  Response.json({ message: error.message, code: 'INTERNAL', status: 500 }, { status: 500 })

/** @throws DarkroomError NOT_SUPPORTED where the page is not served securely. */
export function serviceWorkers(): ServiceWorkerContainer {
  if ('serviceWorker' in navigator) return navigator.serviceWorker
  throw new DarkroomError(
    'NOT_SUPPORTED',
    'Service workers need a page that is served over https or from localhost',
  )
}
