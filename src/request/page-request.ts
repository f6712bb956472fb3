import type * as v from 'valibot'
import { DarkroomError, unexpected } from '../shared/errors.ts'
import { isImageSource } from '../shared/image-source.ts'
import { isPlainObject } from '../shared/is-plain-object.ts'
import { lookalikeOf } from './lookalikes.ts'
import { image, isImageAddress, type ProcessingRequest, schema } from './schema.ts'
import { entriesOf } from './validate.ts'

/**
 * A request as a page writes it, in the form that is also valid over HTTP: relative URLs of images become absolute.
 * @param base URL of the page.
 * @throws DarkroomError BAD_REQUEST for an unknown field that resembles one, as in `{ scale: 2 }`. Over HTTP, where
 * clients send fields of their own, it only gives a warning.
 */
export function fromPage(request: ProcessingRequest, base: string): ProcessingRequest {
  if (isImageSource(request))
    throw unexpected('request', 'an object such as { url: image }', request)
  return convert(schema, request, '', base) as ProcessingRequest
}

function convert(schema: v.GenericSchema, value: unknown, path: string, base: string): unknown {
  if (isImageField(schema)) return absolute(value, base)
  const entries = entriesOf(schema)
  if (!entries || !isPlainObject(value)) return value
  const fields = Object.entries(value as object).map(([key, inner]) => {
    const name = path ? `${path}.${key}` : key
    const entry = Object.hasOwn(entries, key) ? (entries[key] as v.GenericSchema) : undefined
    if (!entry && inner != null) refuseLookalike(key, name, Object.keys(entries))
    return [key, entry ? convert(entry, inner, name, base) : inner]
  })
  return Object.fromEntries(fields)
}

/** Whether a field holds an image, or an array of them. */
function isImageField(schema: v.GenericSchema): boolean {
  if (schema === image) return true
  if ('wrapped' in schema) return isImageField(schema.wrapped as v.GenericSchema)
  return schema.type === 'array' && 'item' in schema && schema.item === image
}

function absolute(value: unknown, base: string): unknown {
  if (Array.isArray(value)) return value.map((item) => absolute(item, base))
  return typeof value === 'string' && isRelative(value) ? new URL(value.trim(), base).href : value
}

/** A path, or a file name with an extension. A word alone is rather a mistake. */
const isRelative = (text: string) =>
  !isImageAddress(text) &&
  /^\s*(\.{0,2}\/|[^\s:/?#]+\/|[^\s:/?#]+\.[a-z0-9]{2,5}\s*([?#]|$))[^:]*$/i.test(text)

function refuseLookalike(key: string, path: string, fields: string[]): void {
  const advice = lookalikeOf(key, fields)
  if (!advice) return
  throw new DarkroomError('BAD_REQUEST', `${path} is not a field: use ${advice}`, { path })
}
