import { isPlainObject } from '../shared/is-plain-object.ts'
import { MAX_KEYS, tooManyKeys } from './max-keys.ts'

/**
 * Comes before anything else reads a request: 200,000 unknown fields would hold the page for seconds. Where images are
 * copied before, src/sources/snapshot-inputs.ts refuses them.
 * @throws DarkroomError BAD_REQUEST for an object of too many keys, at any depth.
 */
export function checkKeys(request: unknown): void {
  const found = [{ value: request, path: '' }]
  const seen = new Set<unknown>()
  for (const { value, path } of found) {
    const isArray = Array.isArray(value)
    if (!isArray && !isPlainObject(value)) continue
    if (seen.has(value)) continue
    seen.add(value)
    const keys = Object.keys(value as object)
    if (!isArray && keys.length > MAX_KEYS) throw tooManyKeys(path, keys.length)
    for (const key of keys) {
      const inner = (value as Record<string, unknown>)[key]
      if (typeof inner === 'object')
        found.push({ value: inner, path: path ? `${path}.${key}` : key })
    }
  }
}
