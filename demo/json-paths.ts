/** A request as JSON. */
export type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  Object.prototype.toString.call(value) === '[object Object]'

/** The value at a dotted path, or undefined. */
export const getPath = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value)

/** A copy with another value at a path. Undefined removes the field, and objects that become empty. */
export function withPath(json: Json, path: string, value: unknown): Json {
  const [key = '', ...rest] = path.split('.')
  const { [key]: old, ...others } = json
  if (rest.length === 0) return value === undefined ? others : { ...json, [key]: value }
  const next = withPath(isObject(old) ? old : {}, rest.join('.'), value)
  return Object.keys(next).length > 0 ? { ...json, [key]: next } : others
}

/** Adds the fields of `defaults` that `json` lacks; lists are merged. */
export function withDefaults(json: Json, defaults: Json): Json {
  const parts = Object.entries(defaults).map(([key, value]) => {
    const own = json[key]
    if (isObject(value)) return [key, withDefaults(isObject(own) ? own : {}, value)]
    if (Array.isArray(value))
      return [key, [...new Set([...(Array.isArray(own) ? own : []), ...value])]]
    return [key, own ?? value]
  })
  return { ...json, ...Object.fromEntries(parts) }
}
