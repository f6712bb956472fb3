/** The part of ServiceWorkerGlobalScope that is used here. Its own types exclude those of pages. */
export interface WorkerScope extends EventTarget {
  location: { origin: string }
  clients: Clients
  skipWaiting(): Promise<void>
}

export interface Clients {
  /** The most recently focused first. */
  matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Page[]>
  get(id: string): Promise<Page | undefined>
  claim(): Promise<void>
}

export interface Page {
  id: string
  postMessage(message: unknown, transfer: Transferable[]): void
}

export interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface FetchEvent extends LifeEvent {
  request: Request
  /** The page that asks; empty where a new one is being opened. */
  clientId: string
  respondWith(response: Promise<Response>): void
}
