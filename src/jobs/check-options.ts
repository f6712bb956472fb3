import { nearest } from '../request/nearest.ts'
import { DarkroomError, unexpected } from '../shared/errors.ts'
import { priorities } from '../shared/priority.ts'
import type { RunOptions } from './events.ts'

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

/** @throws DarkroomError BAD_REQUEST with the option of a job as `path`. */
export function checkJobOptions(options: unknown): asserts options is RunOptions {
  if (Object.prototype.toString.call(options) !== '[object Object]') {
    throw unexpected('options', 'an object', options)
  }
  for (const [path, value] of Object.entries(options as object)) {
    const check = Object.hasOwn(checks, path) && checks[path as keyof RunOptions]
    if (!check) throw unknownOption(path)
    if (value != null && !check.isValid(value)) throw unexpected(path, check.expected, value)
  }
}

function unknownOption(path: string): DarkroomError {
  const message = `${path} is not an option of a job: the nearest is ${nearest(path, Object.keys(checks))}`
  return new DarkroomError('BAD_REQUEST', message, { path })
}
