import { delay } from '../async/delay.ts'
import {
  CONNECT,
  type ToPage,
  type ToWorker,
  type WireRequest,
  type WireResponse,
} from './protocol.ts'
import type { Clients, WindowClient } from './worker-scope.ts'

/** Milliseconds between two checks whether a page is still open. */
const POLL_MS = 1000
/** Checks after which a page that says nothing counts as closed. */
const MAX_SILENT = 10

/** The service worker's connection to one open page. */
export class PageClient {
  readonly #page: WindowClient
  readonly #port: MessagePort
  readonly #accepted: Promise<true>
  readonly #response: Promise<WireResponse>
  #heard = 0
  /** Checks since then. */
  #silent = 0

  constructor(page: WindowClient) {
    const { port1, port2 } = new MessageChannel()
    this.#page = page
    this.#port = port1
    this.#accepted = new Promise((resolve) => {
      this.#onMessage(({ type }) => type === 'here' && resolve(true))
    })
    this.#response = new Promise((resolve) => {
      this.#onMessage((message) => message.type === 'response' && resolve(message))
    })
    this.#onMessage(() => {
      this.#heard++
      this.#silent = 0
    })
    port1.start()
    page.postMessage({ type: CONNECT }, [port2])
  }

  /** Whether the page serves requests and said so before the deadline. */
  accepts(deadline: Promise<false>): Promise<boolean> {
    return Promise.race([this.#accepted, deadline])
  }

  /**
   * Sends a request. Resolves with undefined where the page was closed, or fell silent, before it answered. An abort of
   * `signal` is passed on; Chromium never aborts the signal of a request in a service worker.
   */
  async request(
    request: WireRequest,
    signal: AbortSignal,
    clients: Clients,
  ): Promise<WireResponse | undefined> {
    const abort = () => this.#send({ type: 'abort' })
    this.#send(request)
    if (signal.aborted) abort()
    const settled = new AbortController()
    signal.addEventListener('abort', abort, { once: true, signal: settled.signal })
    try {
      const response = await Promise.race([this.#response, this.#gone(clients, settled.signal)])
      if (!response) abort()
      return response
    } finally {
      settled.abort()
    }
  }

  close(): void {
    this.#port.close()
  }

  #onMessage(listener: (message: ToWorker) => void): void {
    this.#port.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => listener(data))
  }

  #send(message: ToPage): void {
    this.#port.postMessage(message)
  }

  /** Resolves when the page is closed, which no event tells, or silent. */
  async #gone(clients: Clients, stop: AbortSignal): Promise<undefined> {
    do {
      await delay(POLL_MS, stop)
      // Once it has taken the request up: a page of an earlier version would take this for another one.
      if (this.#heard > 1) this.#send({ type: 'ping' })
    } while (++this.#silent < MAX_SILENT && (await clients.get(this.#page.id)))
  }
}
