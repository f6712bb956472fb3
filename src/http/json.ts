import { unexpected } from '../contract/errors.ts'

/**
 * An object written as JSON. Nothing at all is an empty one.
 * @throws DarkroomError BAD_REQUEST with `path`.
 */
export function fromJson(path: string, text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  const value = parse(path, text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw unexpected(path, 'a JSON object', value)
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unexpected(path, 'a JSON object', text)
  }
}
