import { type Clock, systemClock } from '../async/clock.ts'
import { awaitResponse, receiveBlob, StallError, upload } from '../async/receive.ts'
import { type RetryPolicy, retry } from '../async/retry.ts'
import { retryAfter } from '../async/retry-after.ts'
import { maxFileBytes } from '../plan/limits.ts'
import { baseUrl } from '../shared/base-url.ts'
import { type Check, callback, object, required, text } from '../shared/check-options.ts'
import { aborted } from '../shared/errors.ts'
import { displayName } from './display-name.ts'
import type { ReadOptions, Written } from './storage.ts'
import {
  type Attempt,
  missingReason,
  reasons,
  StorageError,
  storageError,
} from './storage-error.ts'

/** An access token, or a function that returns a valid one: called before every request. */
export type Token = string | (() => string | Promise<string>)

/** The name of a kind of storage, and how to read its errors. */
export interface StorageProtocol {
  storage: string
  /** Reads the error code from the body of a response. */
  codeOf(body: string): string | undefined
  /** What the codes mean; the first pattern that matches counts. */
  meanings: readonly [code: RegExp, why: string][]
}

/** What every storage behind an HTTP interface takes from outside. */
export interface HttpOptions {
  fetch?: typeof fetch
  clock?: Clock
}

export const httpChecks = { fetch: callback, clock: object } satisfies Record<string, Check>
/** Those of a storage with a token. */
export const tokenChecks = {
  ...httpChecks,
  token: required({
    expected: 'a token or a function',
    isValid: (value) => text.isValid(value) || callback.isValid(value),
  }),
}

/** A server, and how it is reached. */
interface Server extends Required<HttpOptions> {
  protocol: StorageProtocol
  token: Token | undefined
  /** The only ones that are sent the token, or a signature. */
  origins: readonly string[]
  /** The last token that was sent: no error repeats it. */
  sentToken?: string
}

/**
 * Opens the calls of a storage behind an HTTP interface.
 * @param urls those of the API. Their origins alone are sent the token, or a signature.
 * @param options with `token` where it is to be sent as a bearer token.
 */
export function httpStorage(
  protocol: StorageProtocol,
  urls: readonly string[],
  {
    token,
    fetch: fetcher = (...args) => fetch(...args),
    clock = systemClock,
  }: HttpOptions & { token?: Token },
) {
  const origins = urls.map((url) => absolute(url).origin)
  const server: Server = { protocol, token, origins, fetch: fetcher, clock }
  return (action: Attempt['action'], path: string, signal: AbortSignal) =>
    new StorageCall(server, { storage: protocol.storage, action, path }, signal)
}

export interface StorageRequest extends RequestInit {
  /** Error statuses that the caller handles itself. */
  accept?: readonly number[]
  /** The URL comes from the service and holds a permission of its own. It may be anywhere, and is not sent the token. */
  preauthorized?: boolean
}

/** A page may name a proxy by its path. */
const absolute = (url: string) => new URL(url, globalThis.location && baseUrl())

/** The init of a POST with JSON. */
export const jsonBody = (value: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(value),
})

/** Of an answer: nothing else becomes a URL. */
export function asText(value: string): string {
  if (typeof value !== 'string') throw new TypeError(`Expected text but received ${typeof value}`)
  return value
}

/** Only where the server has certainly not acted on the request. */
const busy: RetryPolicy<Response> = {
  when: ({ status }) => status === 429 || status === 503,
  delays: [500, 2000, 8000],
  asked: ({ headers }, now) => retryAfter(headers, now),
  obeysShorter: true,
  longestMs: 30_000,
}

/** The browser does not tell a page which of them it was. */
const NO_RESPONSE =
  'no answer came, or one that this page may not read or follow (CORS, or a redirect)'

/** Bytes of a listing, and of what describes a file. */
const LONGEST_TEXT = 16 * 2 ** 20
/** Bytes of an error. */
const LONGEST_ERROR = 65_536

/** A read, a write or a listing: its requests to the server, and its errors. */
export class StorageCall implements Attempt {
  readonly storage: string
  readonly action: Attempt['action']
  readonly path: string
  readonly #server: Server
  readonly #signal: AbortSignal
  readonly #asked = new Set<string>()

  constructor(server: Server, { storage, action, path }: Attempt, signal: AbortSignal) {
    this.storage = storage
    this.action = action
    this.path = path
    this.#server = server
    this.#signal = signal
  }

  /**
   * Sends a request, and repeats it while the server is busy.
   * @throws DarkroomError STORAGE with the reason; ABORTED.
   */
  async request(
    url: string,
    { accept = [], preauthorized = false, ...init }: StorageRequest = {},
  ): Promise<Response> {
    const { fetch, clock, token } = this.#server
    this.#checkOrigin(url, preauthorized)
    if (this.action === 'list') this.#checkNew(`${url} ${init.body ?? ''}`)
    const headers = new Headers(init.headers)
    if (token && !preauthorized) await this.#authorize(headers, token)
    const signal = this.#signal
    // A redirect would take a signature along, and what else is in the headers.
    const redirect = preauthorized ? 'follow' : 'error'
    const send = (signal: AbortSignal) => fetch(url, { ...init, headers, redirect, signal })
    const onRetry = (response: Response) => response.body?.cancel()
    const response = await retry([busy], { clock, signal, onRetry }, () =>
      this.action === 'write' ? upload(url, () => send(signal)) : awaitResponse(url, signal, send),
    ).catch((cause) => {
      throw this.#failure(NO_RESPONSE, cause)
    })
    if (response.ok || accept.includes(response.status)) return response
    throw this.#refusal(response, await this.#codeOf(response))
  }

  /** Reads a file, during which the connection may still break. */
  file(response: Response, { maxBytes = maxFileBytes() }: ReadOptions = {}): Promise<Blob> {
    return this.#read(response, maxBytes, reasons.tooLargeToRead, (file) => file)
  }

  /** Reads what is asked of an answer; one where that throws is malformed. */
  json<T, R>(response: Response, read: (answer: T) => R): Promise<R> {
    return this.text(response, (text) => read(JSON.parse(text)))
  }

  /** The same of a text, such as XML. */
  async text<R>(response: Response, read: (text: string) => R): Promise<R> {
    const { tooLongToRead, malformed } = reasons
    const text = await this.#read(response, LONGEST_TEXT, tooLongToRead, (body) => body.text())
    try {
      return read(text)
    } catch (cause) {
      const type = response.headers.get('Content-Type') ?? 'no Content-Type'
      throw this.error(`${malformed} (${displayName(type.slice(0, 80))})`, { cause })
    }
  }

  /** What the response to an upload says, whose error statuses were accepted; undefined where the name is taken. */
  async written(response: Response, path: string, taken: RegExp): Promise<Written | undefined> {
    if (response.ok) return { path }
    const code = await this.#codeOf(response)
    if (code && taken.test(code)) return undefined
    throw this.#refusal(response, code)
  }

  error(why: string, details?: Parameters<typeof storageError>[2]): StorageError {
    return storageError(this, why, details)
  }

  async #read<T>(
    response: Response,
    maxBytes: number,
    tooLong: string,
    parse: (body: Blob) => T | Promise<T>,
  ): Promise<T> {
    try {
      const body = await receiveBlob(response, maxBytes, this.#signal)
      if (!body) throw this.error(tooLong)
      return await parse(body)
    } catch (cause) {
      throw this.#failure('the connection broke', cause)
    }
  }

  /** The error for an answer that did not come, or not as a whole. */
  #failure(why: string, cause: unknown) {
    if (this.#signal.aborted) return aborted()
    if (cause instanceof StorageError) return cause
    return this.error(cause instanceof StallError ? cause.message : why, { cause })
  }

  /** Where files go may be told by the service; where its token goes, by the page alone. */
  #checkOrigin(url: string, preauthorized: boolean): void {
    const { origins } = this.#server
    const { origin, protocol } = this.#parse(url)
    const isSafe = protocol === 'https:' || origins.every((each) => each.startsWith('http:'))
    if (preauthorized ? isSafe : origins.includes(origin)) return
    const why = preauthorized ? 'which is not https' : 'where its token or its keys may not go'
    throw this.error(`it names ${origin}, ${why}`)
  }

  #parse(url: string): URL {
    try {
      return absolute(url)
    } catch (cause) {
      throw this.error(reasons.malformed, { cause })
    }
  }

  /** @throws DarkroomError where a listing goes round in a circle. */
  #checkNew(page: string): void {
    if (this.#asked.has(page)) throw this.error(reasons.samePage)
    this.#asked.add(page)
  }

  async #authorize(headers: Headers, token: Token): Promise<void> {
    let why = 'the page gave no token'
    try {
      const sent = typeof token === 'function' ? await token() : token
      this.#server.sentToken = sent
      why += ' that a header can hold'
      headers.set('Authorization', `Bearer ${sent}`)
    } catch (cause) {
      throw this.error(why, { cause })
    }
  }

  /** The error for a response that is not a success. Of the body only the code is shown: the rest may contain keys. */
  #refusal({ status }: Response, code: string | undefined): StorageError {
    const { meanings } = this.#server.protocol
    const meaning = code && meanings.find(([pattern]) => pattern.test(code))?.[1]
    const why = meaning || reasonForStatus(status, this.action)
    const missing = status === 404 || /not_found/.test(code ?? '')
    return this.error(`${why} (${code ? `${status}, ${code}` : status})`, { missing })
  }

  /** The error code in the body of a response. */
  async #codeOf(response: Response): Promise<string | undefined> {
    const { protocol, sentToken } = this.#server
    try {
      const file = await receiveBlob(response, LONGEST_ERROR, this.#signal)
      const body = (await file?.text()) ?? ''
      return protocol
        .codeOf(sentToken ? body.replaceAll(sentToken, '***') : body)
        ?.replace(/[^\w./*-]/g, '')
        .slice(0, 80)
    } catch {
      return undefined
    }
  }
}

function reasonForStatus(status: number, action: Attempt['action']): string {
  if (status === 401) return 'the token or the keys are not valid, or not any more'
  if (status === 403) return action === 'write' ? reasons.readOnly : 'access is denied'
  if (status === 404) return missingReason(action)
  if (status === 413) return reasons.tooLarge
  if (status === 429) return reasons.busy
  if (status === 507) return reasons.full
  return 'the answer was not expected'
}
