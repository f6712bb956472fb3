/** The part of ServiceWorkerGlobalScope that is used here: TypeScript's own types exclude those of pages. */
export interface ServiceWorkerScope extends EventTarget {
  location: { origin: string }
  clients: Clients
  skipWaiting(): Promise<void>
}

export interface Clients {
  /** The most recently focused first. */
  matchAll(options: {
    type: 'window'
    includeUncontrolled: boolean
  }): Promise<readonly WindowClient[]>
  get(id: string): Promise<WindowClient | undefined>
  claim(): Promise<void>
}

export interface WindowClient {
  id: string
  url: string
  postMessage(message: unknown, transfer: Transferable[]): void
}

export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface FetchEvent extends ExtendableEvent {
  request: Request
  /** The page that sent the request; empty for a navigation. */
  clientId: string
  respondWith(response: Promise<Response>): void
}
