import { unexpected } from '../shared/errors.ts'

/**
 * Parses a JSON object; empty text is an empty object.
 * @throws DarkroomError BAD_REQUEST with `path`.
 */
export function parseJsonObject(path: string, text: string): Record<string, unknown> {
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
