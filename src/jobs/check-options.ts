import {
  abortSignal,
  type Check,
  callback,
  checkOptions,
  flag,
  object,
  oneOf,
  text,
} from '../shared/check-options.ts'
import { unexpected } from '../shared/errors.ts'
import { priorities } from '../shared/priority.ts'
import type { FileOptions, RunOptions } from './events.ts'

const waitChecks = { signal: abortSignal }
const loadChecks = { ...waitChecks, onProgress: callback }
const bitmapChecks = { ...loadChecks, priority: oneOf(priorities) }
const checks: Record<keyof RunOptions, Check> = {
  ...bitmapChecks,
  persist: flag,
  onPreview: callback,
}
const fileChecks: Record<keyof FileOptions, Check> = {
  ...bitmapChecks,
  name: text,
  unreadable: { ...oneOf(['reject', 'original']), expected: "'reject' or 'original'" },
}

/** @throws DarkroomError BAD_REQUEST with the option of a job as `path`. */
export function checkJobOptions(options: unknown): asserts options is RunOptions {
  checkOptions(options, checks, 'a job')
}

/** The same of what loads models. */
export const checkLoadOptions = (options: unknown, of: string): void =>
  checkOptions(options, loadChecks, of)

/** The same of what can only be aborted. */
export const checkWaitOptions = (options: unknown, of: string): void =>
  checkOptions(options, waitChecks, of)

/**
 * Checks the parameters of `toFile` or `toBitmap`.
 * @throws DarkroomError BAD_REQUEST for a request that names an image of its own, and as `checkJobOptions` does.
 */
export function checkConversion(to: 'File' | 'bitmap', request: unknown, options: unknown): void {
  if (!object.isValid(request)) throw unexpected('request', object.expected, request)
  for (const path of ['url', 'urls'] as const) {
    const value = (request as Record<typeof path, unknown>)[path]
    if (value != null)
      throw unexpected(path, 'nothing, as the source comes before the request,', value)
  }
  const { sizes } = request as { sizes?: unknown }
  if (sizes != null) throw unexpected('sizes', `nothing, as there is one ${to} only,`, sizes)
  checkOptions(options, to === 'File' ? fileChecks : bitmapChecks, 'a job')
}
