import { aborted } from '../contract/errors.ts'
import { type Attempt, notThere, reason, storageError } from './failure.ts'

/** A token, or what gives a fresh one: asked before every call. */
export type Token = string | (() => string | Promise<string>)

/** A storage behind an HTTP interface. */
export interface HttpStorage {
  storage: string
  fetch: typeof fetch
  /** Reads the service's own word for an error out of an answer. */
  codeOf(body: string): string | undefined
  /** What those words mean; the first that matches counts. */
  meanings: readonly [code: RegExp, why: string][]
}

export interface Call extends Omit<Attempt, 'storage'> {
  signal: AbortSignal
  /** Sent as a bearer token. */
  token?: Token
  /** Statuses, beside the good ones, that the caller understands. */
  accept?: readonly number[]
}

/** Milliseconds before a call is sent again, where the service does not say. */
const PAUSES = [500, 2000, 8000]
/** A service that asks for more patience than this is given up. */
const LONGEST_PAUSE = 30_000

/**
 * One call of a service. Only where it says that it did nothing, by 429 or 503, the call is sent again.
 * @throws DarkroomError STORAGE that says why; ABORTED.
 */
export async function call(
  service: HttpStorage,
  { token, signal, accept = [], ...attempt }: Call,
  url: string,
  init: RequestInit = {},
): Promise<Response> {
  const tried = { storage: service.storage, ...attempt }
  const headers = new Headers(init.headers)
  if (token) headers.set('Authorization', `Bearer ${await askToken(token, tried)}`)
  for (let turn = 0; ; turn++) {
    const response = await service.fetch(url, { ...init, headers, signal }).catch((cause) => {
      throw signal.aborted ? aborted() : storageError(tried, noAnswer, { cause })
    })
    if (response.ok || accept.includes(response.status)) return response
    const pause = pauseAfter(response, turn)
    if (pause === undefined) throw await refusal(service, tried, response)
    await response.body?.cancel()
    await wait(pause, signal)
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

function pauseAfter(response: Response, turn: number): number | undefined {
  if (response.status !== 429 && response.status !== 503) return undefined
  const pause = PAUSES[turn]
  if (pause === undefined) return undefined
  const said = Number(response.headers.get('Retry-After') ?? Number.NaN) * 1000
  if (said > LONGEST_PAUSE) return undefined
  return Number.isNaN(said) ? pause : said
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(aborted())
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
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
