/**
 * Every code an error can carry, with the HTTP status it is answered with. MODEL: a model is not what it should be, or
 * failed to run. NETWORK: a script, codec, runtime or model of Darkroom's own could not be fetched. INTERNAL: a bug.
 */
const statusOf = {
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
  DEVICE_LOST: 500,
  OUT_OF_MEMORY: 500,
  FILE_SIZE_UNREACHABLE: 500,
  TIMEOUT: 500,
  REMOTE_FAILED: 500,
  NO_PAGE: 503,
  ABORTED: 499,
} as const

export type ErrorCode = keyof typeof statusOf

/** Of an error that a remote service answered, and that has no code here: its own, such as NOT_ENOUGH_CREDITS. */
export type ServiceErrorCode = string & {}

/** What an error is about beside its message: the field of the request, or the job. */
export interface ErrorDetails {
  path?: string
  job?: string
  /** The HTTP status, where it is not that of the code. */
  status?: number
  cause?: unknown
}

/**
 * The only error that Darkroom throws on purpose. An aborted job carries the name `AbortError`,
 * so that code written for `fetch` recognises it.
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
    super(message, cause === undefined ? undefined : { cause })
    this.name = code === 'ABORTED' ? 'AbortError' : 'DarkroomError'
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

/** A guard by shape, not by class: errors also come from workers and from other realms. */
export function isDarkroomError(error: unknown): error is DarkroomError {
  if (!(error instanceof Error && 'code' in error)) return false
  return String(error.code) in statusOf || error.name === 'DarkroomError'
}

/** Any thrown value as a DarkroomError; what is not one yet gets `code`. */
export function asDarkroomError(error: unknown, code: ErrorCode, details: ErrorDetails = {}) {
  if (isDarkroomError(error)) return error
  const message = error instanceof Error ? error.message : String(error)
  return new DarkroomError(code, message, { ...details, cause: error })
}

export const aborted = () => new DarkroomError('ABORTED', 'The job was aborted')
export const deleted = (job: string) => new DarkroomError('DELETED', 'Image deleted', { job })

/** The one wording of every parameter error. */
export function unexpected(path: string, expected: string, received: unknown): DarkroomError {
  return new DarkroomError(
    'BAD_REQUEST',
    `Expected ${expected} for ${path} but received ${format(received)}`,
    { path },
  )
}

function format(value: unknown): string {
  const text =
    typeof value === 'object'
      ? safeJson(value)
      : typeof value === 'string'
        ? JSON.stringify(value)
        : String(value)
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return Object.prototype.toString.call(value)
  }
}
