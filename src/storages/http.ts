import { type Clock, systemClock } from '../async/clock.ts'
import { retryAfter } from '../async/retry-after.ts'
import { aborted } from '../contract/errors.ts'
import { type Attempt, notThere, reason, storageError } from './failure.ts'

/** A token, or what gives a fresh one: asked before every call. */
export type Token = string | (() => string | Promise<string>)

/** How one kind of storage names itself and its errors. */
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
export interface HttpStorage extends StorageProtocol, Required<HttpOptions> {}

export const httpStorage = (
  protocol: StorageProtocol,
  { fetch: fetcher = (...args) => fetch(...args), clock = systemClock }: HttpOptions,
): HttpStorage => ({ ...protocol, fetch: fetcher, clock })

export interface Call extends Omit<Attempt, 'storage'> {
  signal: AbortSignal
  /** Sent as a bearer token. */
  token?: Token
  /** Statuses, beside the good ones, that the caller understands. */
  accept?: readonly number[]
}

/** Pauses before each further attempt, where the service sends no Retry-After. */
const PAUSES_MS = [500, 2000, 8000]
/** A service that asks for a longer pause is not waited for. */
const LONGEST_PAUSE_MS = 30_000

/**
 * One call of a service. Only where it says that it did nothing, by 429 or 503, the call is sent again.
 * @throws DarkroomError STORAGE that says why; ABORTED.
 */
export async function call(
  service: HttpStorage,
  { token, signal, accept = [], ...action }: Call,
  url: string,
  init: RequestInit = {},
): Promise<Response> {
  const { storage, clock } = service
  const tried = { storage, ...action }
  const headers = new Headers(init.headers)
  if (token) headers.set('Authorization', `Bearer ${await askToken(token, tried)}`)
  for (let attempt = 0; ; attempt++) {
    const response = await service.fetch(url, { ...init, headers, signal }).catch((cause) => {
      throw signal.aborted ? aborted() : storageError(tried, noAnswer, { cause })
    })
    if (response.ok || accept.includes(response.status)) return response
    const pause = pauseBefore(attempt, response, clock.now())
    if (pause === undefined) throw await refusal(service, tried, response)
    await response.body?.cancel()
    await clock.sleep(pause, signal)
  }
}

/** A page is told no more than that. */
const noAnswer = 'no answer came, or one that this page may not read (CORS)'

/** The body of an answer, whose connection may still break. */
export async function body<T>(
  { storage }: HttpStorage,
  { signal, action, path }: Call,
  read: () => Promise<T>,
): Promise<T> {
  return read().catch((cause) => {
    throw signal.aborted
      ? aborted()
      : storageError({ storage, action, path }, 'the connection broke', { cause })
  })
}

async function askToken(token: Token, tried: Attempt): Promise<string> {
  try {
    return typeof token === 'function' ? await token() : token
  } catch (cause) {
    throw storageError(tried, 'the page gave no token', { cause })
  }
}

/** Milliseconds until the call is sent again; undefined where it is given up. */
function pauseBefore(attempt: number, response: Response, now: number): number | undefined {
  if (response.status !== 429 && response.status !== 503) return undefined
  const pause = PAUSES_MS[attempt]
  if (pause === undefined) return undefined
  const requested = retryAfter(response.headers, now) ?? pause
  return requested <= LONGEST_PAUSE_MS ? requested : undefined
}

/** Why a service refused, in its own word and in ours. Only that word is shown: what else it says may hold keys. */
export async function refusal(service: HttpStorage, tried: Attempt, response: Response) {
  const code = await errorCode(service, response)
  const known = code && service.meanings.find(([pattern]) => pattern.test(code))?.[1]
  const { status } = response
  const why = known || byStatus(status, tried.action)
  const missing = status === 404 || /not_found/.test(code ?? '')
  return storageError(tried, `${why} (${code ? `${status}, ${code}` : status})`, { missing })
}

/** The service's own word for what is wrong. */
export async function errorCode({ codeOf }: HttpStorage, response: Response) {
  try {
    return codeOf(await response.text())
      ?.replace(/[^\w./-]/g, '')
      .slice(0, 80)
  } catch {
    return undefined
  }
}

function byStatus(status: number, action: Attempt['action']): string {
  if (status === 401) return 'the token or the keys are not valid, or not any more'
  if (status === 403) return action === 'write' ? reason.readOnly : 'access is denied'
  if (status === 404) return notThere(action)
  if (status === 413) return reason.tooLarge
  if (status === 429) return reason.busy
  if (status === 507) return reason.full
  return 'the answer was not expected'
}
