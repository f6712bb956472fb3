import { DarkroomError, unexpected } from './errors.ts'
import { isPlainObject } from './is-plain-object.ts'
import { nearest } from './nearest.ts'

/** What an option has to be. */
export interface Check {
  expected: string
  isValid(value: unknown): boolean
  required?: boolean
}

const typed = (type: string, expected: string): Check => ({
  expected,
  isValid: (value) => typeof value === type,
})

export const text = typed('string', 'a string')
export const flag = typed('boolean', 'true or false')
export const callback = typed('function', 'a function')
export const object: Check = { expected: 'an object', isValid: isPlainObject }
export const oneOf = (values: readonly string[]): Check => ({
  expected: `one of ${values.join(', ')}`,
  isValid: (value) => values.some((known) => known === value),
})
/** By its methods: a signal of an iframe is no instance of this realm's class. */
export const abortSignal: Check = {
  expected: 'an AbortSignal',
  isValid: (value) => typeof (value as AbortSignal | null)?.throwIfAborted === 'function',
}
export const required = (check: Check): Check => ({ ...check, required: true })

/**
 * Checks the options of a call; null and undefined count as absent.
 * @param of whose options they are, for the message.
 * @throws DarkroomError BAD_REQUEST with the option as `path`.
 */
export function checkOptions(options: unknown, checks: Record<string, Check>, of: string): void {
  if (!object.isValid(options)) throw unexpected('options', object.expected, options)
  const given = options as Record<string, unknown>
  for (const path of Object.keys(given)) {
    if (!Object.hasOwn(checks, path)) throw unknownOption(path, Object.keys(checks), of)
  }
  for (const [path, { expected, isValid, required }] of Object.entries(checks)) {
    const value = given[path]
    if (value == null ? required : !isValid(value)) throw unexpected(path, expected, value)
  }
}

function unknownOption(path: string, known: string[], of: string): DarkroomError {
  const message = `${path} is not an option of ${of}: the nearest is ${nearest(path, known)}`
  return new DarkroomError('BAD_REQUEST', message, { path })
}
