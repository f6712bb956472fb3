import { systemClock } from '../async/clock.ts'
import {
  QUESTION,
  type ToPage,
  type ToWorker,
  type WireRequest,
  type WireResponse,
} from './protocol.ts'
import type { Clients, Page } from './worker-scope.ts'

/** How often a page that works on a request is looked after. */
const LOOK_MS = 1000

/** A page that was asked whether it answers requests. */
export class PageClient {
  readonly #page: Page
  readonly #port: MessagePort
  readonly #here: Promise<true>
  readonly #response: Promise<WireResponse>

  constructor(page: Page) {
    const { port1, port2 } = new MessageChannel()
    this.#page = page
    this.#port = port1
    this.#here = new Promise((resolve) => {
      this.#hear(({ type }) => type === 'here' && resolve(true))
    })
    this.#response = new Promise((resolve) => {
      this.#hear((message) => message.type === 'response' && resolve(message))
    })
    port1.start()
    page.postMessage({ type: QUESTION }, [port2])
  }

  /** Whether it said that it is there, before the deadline. */
  isHere(deadline: Promise<false>): Promise<boolean> {
    return Promise.race([this.#here, deadline])
  }

  /** Its response; undefined where it was closed before it gave one. An abort is passed on where the browser tells of it; Chromium does not. */
  async answer(
    request: WireRequest,
    signal: AbortSignal,
    clients: Clients,
  ): Promise<WireResponse | undefined> {
    const abort = () => this.#send({ type: 'abort' })
    this.#send(request)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    const watch = new AbortController()
    try {
      return await Promise.race([this.#response, this.#closed(clients, watch.signal)])
    } finally {
      watch.abort()
      signal.removeEventListener('abort', abort)
    }
  }

  end(): void {
    this.#port.close()
  }

  #hear(listener: (message: ToWorker) => void): void {
    this.#port.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => listener(data))
  }

  #send(message: ToPage): void {
    this.#port.postMessage(message)
  }

  /** A page that is gone sends nothing, so it must be looked for. */
  async #closed(clients: Clients, done: AbortSignal): Promise<undefined> {
    while (!done.aborted) {
      await systemClock.sleep(LOOK_MS, done)
      if (!(await clients.get(this.#page.id))) return
    }
  }
}
