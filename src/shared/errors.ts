import { isSecretName, maskSecrets, withoutSecrets } from './secrets.ts'

/**
 * All error codes, with their HTTP status. MODEL: a model is not as expected, or failed to run. NETWORK: one of
 * Darkroom's own scripts, codecs, runtimes or models could not be loaded. CRASHED: the page ended again and again while
 * it worked on the image. INTERNAL: a bug.
 */
export const statusOf = {
  BAD_REQUEST: 400,
  NOT_SUPPORTED: 400,
  REMOTE_NOT_CONFIGURED: 400,
  SOURCE_UNREACHABLE: 400,
  SOURCE_CORS: 400,
  UNIDENTIFIED_IMAGE: 400,
  TOO_LARGE: 400,
  STORAGE: 400,
  NO_API_KEY: 403,
  NOT_FOUND: 404,
  DELETED: 404,
  UNKNOWN_KEY: 404,
  TOO_MANY_REQUESTS: 429,
  MODEL: 500,
  NETWORK: 500,
  INTERNAL: 500,
  CRASHED: 500,
  DEVICE_LOST: 500,
  OUT_OF_MEMORY: 500,
  FILE_SIZE_UNREACHABLE: 500,
  TIMEOUT: 500,
  REMOTE_FAILED: 500,
  NO_PAGE: 503,
  ABORTED: 499,
} as const

export type ErrorCode = keyof typeof statusOf

/** An error code of a remote service that is not one of Darkroom's, such as NOT_ENOUGH_CREDITS. */
export type ServiceErrorCode = string & {}

/** What an error carries besides its code and message. */
export interface ErrorDetails {
  /** The field of the request, such as `caption.url`. */
  path?: string
  /** The id of the job. */
  job?: string
  /** The HTTP status. Default: the status of the code. */
  status?: number
  cause?: unknown
}

/**
 * The only error that Darkroom throws deliberately. The name of an aborted job's error is `AbortError`, or that of the
 * signal's reason (`TimeoutError`), so that code written for `fetch` recognises it.
 */
export class DarkroomError extends Error {
  readonly code: ErrorCode | ServiceErrorCode
  readonly status: number
  readonly path?: string
  readonly job?: string

  constructor(
    code: ErrorCode | ServiceErrorCode,
    message: string,
    { path, job, status, cause }: ErrorDetails = {},
  ) {
    super(withoutSecrets(message), cause === undefined ? undefined : { cause })
    this.name = code === 'ABORTED' ? abortName(cause) : 'DarkroomError'
    this.code = code
    this.status = status ?? statuses[code] ?? 500
    if (path !== undefined) this.path = path
    if (job !== undefined) this.job = job
  }

  toJSON() {
    const { name, message, code, status, path, job } = this
    return { name, message, code, status, ...(path && { path }), ...(job && { job }) }
  }
}

const statuses: Record<string, number | undefined> = statusOf

/** Whether a value is a DarkroomError, also one from a worker or another realm. */
export function isDarkroomError(error: unknown): error is DarkroomError {
  if (!(error instanceof Error && 'code' in error)) return false
  return String(error.code) in statusOf || error.name === 'DarkroomError'
}

/** Converts any thrown value to a DarkroomError; `code` is for values that are not one yet. */
export function asDarkroomError(error: unknown, code: ErrorCode, details: ErrorDetails = {}) {
  if (isDarkroomError(error)) return error
  const message = error instanceof Error ? error.message : String(error)
  return new DarkroomError(code, message, { ...details, cause: error })
}

/** Whether something could not be loaded: not the fault of a request or of an image, and worth another try. */
export const isNetworkError = (error: unknown): error is DarkroomError =>
  isDarkroomError(error) && error.code === 'NETWORK'

const abortName = (reason: unknown): string =>
  reason instanceof Error && reason.name === 'TimeoutError' ? reason.name : 'AbortError'

/** @param cause the reason of the signal that was aborted. */
export function aborted(cause?: unknown): DarkroomError {
  const timedOut = abortName(cause) === 'TimeoutError'
  const message = timedOut ? 'The job was aborted by a timeout' : 'The job was aborted'
  return new DarkroomError('ABORTED', message, { cause })
}
export const deleted = (job: string) => new DarkroomError('DELETED', 'Image deleted', { job })

/** Builds every error about an invalid value. */
export function unexpected(path: string, expected: string, received: unknown): DarkroomError {
  return new DarkroomError(
    'BAD_REQUEST',
    `Expected ${expected} for ${path} but received ${isSecretName(path) ? typeName(received) : format(received)}`,
    { path },
  )
}

const typeName = (value: unknown) => (value === undefined ? 'undefined' : `a ${typeof value}`)

/** Characters of a value that an error may repeat. */
const MAX_REPEATED = 80

function format(value: unknown): string {
  const text =
    typeof value === 'object'
      ? safeJson(value)
      : typeof value === 'string'
        ? JSON.stringify(beginning(value))
        : String(value)
  return text.length > MAX_REPEATED ? `${text.slice(0, MAX_REPEATED - 3)}...` : text
}

/** Enough of a text to be cut again. A secret at its end is hidden before that. */
const beginning = (text: string) => withoutSecrets(text.slice(0, 4096)).slice(0, 2 * MAX_REPEATED)

function safeJson(value: unknown): string {
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1)
  // An object of the browser, such as a FileList, has no fields of its own.
  if (!['Object', 'Array', 'Null'].includes(tag)) return `a value of type ${tag}`
  try {
    return JSON.stringify(value, maskSecrets) ?? String(value)
  } catch {
    return Object.prototype.toString.call(value)
  }
}
