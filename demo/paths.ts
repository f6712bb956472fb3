/** A request as JSON has it. */
export type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  Object.prototype.toString.call(value) === '[object Object]'

/** The value at a dotted path, or undefined. */
export const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value)

/** A copy with another value at a path. Undefined takes the field away, and the objects that this leaves empty. */
export function withAt(json: Json, path: string, value: unknown): Json {
  const [key = '', ...rest] = path.split('.')
  const { [key]: old, ...others } = json
  if (rest.length === 0) return value === undefined ? others : { ...json, [key]: value }
  const next = withAt(isObject(old) ? old : {}, rest.join('.'), value)
  return Object.keys(next).length > 0 ? { ...json, [key]: next } : others
}

/** What `wanted` has and `json` lacks, field by field; lists are united. */
export function completed(json: Json, wanted: Json): Json {
  const parts = Object.entries(wanted).map(([key, value]) => {
    const own = json[key]
    if (isObject(value)) return [key, completed(isObject(own) ? own : {}, value)]
    if (Array.isArray(value))
      return [key, [...new Set([...(Array.isArray(own) ? own : []), ...value])]]
    return [key, own ?? value]
  })
  return { ...json, ...Object.fromEntries(parts) }
}
