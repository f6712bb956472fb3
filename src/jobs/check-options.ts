import { nearest } from '../request/nearest.ts'
import { DarkroomError, unexpected } from '../shared/errors.ts'
import { priorities } from '../shared/priority.ts'
import type { FileOptions, RunOptions } from './events.ts'

interface Check {
  expected: string
  isValid(value: unknown): boolean
}

const callback: Check = {
  expected: 'a function',
  isValid: (value) => typeof value === 'function',
}

const checks: Record<keyof RunOptions, Check> = {
  // By its methods: a signal of an iframe is no instance of this realm's class.
  signal: {
    expected: 'an AbortSignal',
    isValid: (value) => typeof (value as AbortSignal | null)?.throwIfAborted === 'function',
  },
  priority: {
    expected: `one of ${priorities.join(', ')}`,
    isValid: (value) => priorities.some((known) => known === value),
  },
  persist: { expected: 'true or false', isValid: (value) => typeof value === 'boolean' },
  onProgress: callback,
  onPreview: callback,
}

const { signal, priority, onProgress } = checks
const bitmapChecks = { signal, priority, onProgress }
const fileChecks: Record<keyof FileOptions, Check> = {
  ...bitmapChecks,
  name: { expected: 'a string', isValid: (value) => typeof value === 'string' },
  unreadable: {
    expected: "'reject' or 'original'",
    isValid: (value) => value === 'reject' || value === 'original',
  },
}

/** @throws DarkroomError BAD_REQUEST with the option of a job as `path`. */
export function checkJobOptions(options: unknown): asserts options is RunOptions {
  check(options, checks)
}

/**
 * Checks the parameters of `toFile` or `toBitmap`.
 * @throws DarkroomError BAD_REQUEST for a request that names an image of its own, and as `checkJobOptions` does.
 */
export function checkConversion(to: 'File' | 'bitmap', request: unknown, options: unknown): void {
  if (Object.prototype.toString.call(request) !== '[object Object]') {
    throw unexpected('request', 'an object', request)
  }
  for (const path of ['url', 'urls'] as const) {
    const value = (request as Record<typeof path, unknown>)[path]
    if (value != null)
      throw unexpected(path, 'nothing, as the source comes before the request,', value)
  }
  check(options, to === 'File' ? fileChecks : bitmapChecks)
}

function check(options: unknown, checks: Record<string, Check>): void {
  if (Object.prototype.toString.call(options) !== '[object Object]') {
    throw unexpected('options', 'an object', options)
  }
  for (const [path, value] of Object.entries(options as object)) {
    const check = Object.hasOwn(checks, path) && checks[path]
    if (!check) throw unknownOption(path, Object.keys(checks))
    if (value != null && !check.isValid(value)) throw unexpected(path, check.expected, value)
  }
}

function unknownOption(path: string, known: string[]): DarkroomError {
  const message = `${path} is not an option of a job: the nearest is ${nearest(path, known)}`
  return new DarkroomError('BAD_REQUEST', message, { path })
}
