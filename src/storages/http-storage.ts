import { type Clock, systemClock } from '../async/clock.ts'
import { awaitResponse, receiveBlob, StallError, upload } from '../async/receive.ts'
import { type RetryPolicy, retry } from '../async/retry.ts'
import { retryAfter } from '../async/retry-after.ts'
import { maxFileBytes } from '../plan/limits.ts'
import { aborted } from '../shared/errors.ts'
import type { ReadOptions } from './storage.ts'
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
  /** Reads the service's error code from the body of a response. */
  codeOf(body: string): string | undefined
  /** What the codes mean; the first pattern that matches counts. */
  meanings: readonly [code: RegExp, why: string][]
}

/** What every storage behind an HTTP interface takes from outside. */
export interface HttpOptions {
  fetch?: typeof fetch
  clock?: Clock
}

/** A storage behind an HTTP interface. */
export interface HttpStorage extends StorageProtocol, Required<HttpOptions> {
  /** The last token that was sent: no error repeats it. */
  sentToken?: string
}

export const httpStorage = (
  protocol: StorageProtocol,
  { fetch: fetcher = (...args) => fetch(...args), clock = systemClock }: HttpOptions,
): HttpStorage => ({ ...protocol, fetch: fetcher, clock })

export interface StorageRequest extends Omit<Attempt, 'storage'> {
  signal: AbortSignal
  /** Sent as a bearer token. */
  token?: Token
  /** Error statuses that the caller handles itself. */
  accept?: readonly number[]
}

/** Only where the service has certainly not acted on the request. */
const busy: RetryPolicy<Response> = {
  when: ({ status }) => status === 429 || status === 503,
  delays: [500, 2000, 8000],
  asked: ({ headers }, now) => retryAfter(headers, now),
  obeysShorter: true,
  longestMs: 30_000,
}

/**
 * Sends a request to a storage, and repeats it while the service is busy.
 * @throws DarkroomError STORAGE with the reason; ABORTED.
 */
export async function request(
  service: HttpStorage,
  { token, signal, accept = [], ...target }: StorageRequest,
  url: string,
  init: RequestInit = {},
): Promise<Response> {
  const { storage, clock } = service
  const attempt = { storage, ...target }
  const headers = new Headers(init.headers)
  if (token) {
    service.sentToken = await resolveToken(token, attempt)
    headers.set('Authorization', `Bearer ${service.sentToken}`)
  }
  const send = (signal: AbortSignal) => service.fetch(url, { ...init, headers, signal })
  const onRetry = (response: Response) => response.body?.cancel()
  const response = await retry([busy], { clock, signal, onRetry }, () =>
    attempt.action === 'write' ? upload(url, () => send(signal)) : awaitResponse(url, signal, send),
  ).catch((cause) => {
    throw failure(attempt, NO_RESPONSE, cause, signal)
  })
  if (response.ok || accept.includes(response.status)) return response
  throw await refusalError(service, attempt, response, signal)
}

/** The browser does not tell a page which of the two it was. */
const NO_RESPONSE = 'no answer came, or one that this page may not read (CORS)'

/** Bytes of a listing, and of what describes a file. */
const LONGEST_TEXT = 16 * 2 ** 20
/** Bytes of an error. */
const LONGEST_ERROR = 65_536

/** Reads a file, during which the connection may still break. */
export const readFile = (
  service: HttpStorage,
  target: StorageRequest,
  response: Response,
  { maxBytes = maxFileBytes() }: ReadOptions = {},
): Promise<Blob> =>
  readBody(service, target, response, { maxBytes, tooLong: reasons.tooLargeToRead }, (file) => file)

/** Reads a JSON object. */
export const readJson = <T>(
  service: HttpStorage,
  target: StorageRequest,
  response: Response,
): Promise<T> =>
  readBody(service, target, response, TEXT, async (body) => JSON.parse(await body.text()))

/** Reads a text, such as XML. */
export const readXml = (service: HttpStorage, target: StorageRequest, response: Response) =>
  readBody(service, target, response, TEXT, (body) => body.text())

const TEXT = { maxBytes: LONGEST_TEXT, tooLong: reasons.tooLongToRead }

async function readBody<T>(
  { storage }: HttpStorage,
  { signal, action, path }: StorageRequest,
  response: Response,
  { maxBytes, tooLong }: { maxBytes: number; tooLong: string },
  parse: (body: Blob) => T | Promise<T>,
): Promise<T> {
  const attempt = { storage, action, path }
  try {
    const body = await receiveBlob(response, maxBytes, signal)
    if (!body) throw storageError(attempt, tooLong)
    return await parse(body)
  } catch (cause) {
    throw failure(attempt, 'the connection broke', cause, signal)
  }
}

/** The error for an answer that did not come, or not as a whole. */
function failure(attempt: Attempt, why: string, cause: unknown, signal: AbortSignal) {
  if (signal.aborted) return aborted()
  if (cause instanceof StorageError) return cause
  return storageError(attempt, cause instanceof StallError ? cause.message : why, { cause })
}

async function resolveToken(token: Token, attempt: Attempt): Promise<string> {
  try {
    return typeof token === 'function' ? await token() : token
  } catch (cause) {
    throw storageError(attempt, 'the page gave no token', { cause })
  }
}

/** The error for a response that is not a success. Of the body only the error code is shown: the rest may contain keys. */
export async function refusalError(
  service: HttpStorage,
  attempt: Attempt,
  response: Response,
  signal?: AbortSignal,
) {
  const code = await errorCode(service, response, signal)
  const meaning = code && service.meanings.find(([pattern]) => pattern.test(code))?.[1]
  const { status } = response
  const why = meaning || reasonForStatus(status, attempt.action)
  const missing = status === 404 || /not_found/.test(code ?? '')
  return storageError(attempt, `${why} (${code ? `${status}, ${code}` : status})`, { missing })
}

/** The service's error code. */
export async function errorCode(
  { codeOf, sentToken }: HttpStorage,
  response: Response,
  signal = new AbortController().signal,
) {
  try {
    const file = await receiveBlob(response, LONGEST_ERROR, signal)
    const body = (await file?.text()) ?? ''
    return codeOf(sentToken ? body.replaceAll(sentToken, '***') : body)
      ?.replace(/[^\w./*-]/g, '')
      .slice(0, 80)
  } catch {
    return undefined
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
