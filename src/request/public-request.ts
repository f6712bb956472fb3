import type * as v from 'valibot'
import { isImageSource } from '../shared/image-source.ts'
import { MASK, withoutSecrets } from '../shared/secrets.ts'
import { schema } from './schema.ts'

/**
 * A copy of a request as JSON that may be stored and sent to others. It holds the fields of the interface only, in the
 * caller's spelling: null stands for unknown fields, for objects where the interface has none, and for embedded images. URLs
 * lose their user and all values of their query. Undefined if JSON cannot hold it.
 */
export function publicRequest(request: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(publicValue(schema, request)))
  } catch {
    return undefined
  }
}

function publicValue(schema: v.GenericSchema, value: unknown): unknown {
  if (typeof value === 'string') return publicText(value)
  if (typeof value !== 'object' || value === null) return value
  if (isImageSource(value)) return null
  const parts = partsOf(schema)
  if (Array.isArray(value)) {
    const item = parts.find((part) => 'item' in part)?.item
    return item ? value.map((each) => publicValue(item, each)) : null
  }
  const known = parts.flatMap(({ entries }) => (entries ? [entries] : []))
  if (known.length === 0) return null
  const fields: v.ObjectEntries = Object.assign({}, ...known)
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined
      return [key, field ? publicValue(field as v.GenericSchema, inner) : null]
    }),
  )
}

/** What a schema may hold: another one, several, those of an array, or those of an object. */
type Part = v.GenericSchema & {
  wrapped?: v.GenericSchema
  options?: v.GenericSchema[]
  item?: v.GenericSchema
  entries?: v.ObjectEntries
}

/** A schema without what is wrapped around it; of a union, all of them. */
function partsOf(schema: Part): Part[] {
  if (schema.wrapped) return partsOf(schema.wrapped)
  return schema.type === 'union' ? (schema.options ?? []).flatMap(partsOf) : [schema]
}

/** `data:` may also begin a prompt: only with a media type and a comma is it a URL. */
function publicText(text: string): string | null {
  if (/^\s*(base64,|blob:|data:[\w.+/;=-]*,)/i.test(text.slice(0, 1000))) return null
  const isSentence = /\S\s+\S/.test(text)
  const plain = text.replace(/\S+/g, (word) =>
    isSentence && !LIKE_URL.test(word) ? word : withoutQueryValues(word),
  )
  return withoutSecrets(plain)
}

/** What looks like a URL in a sentence. A single word may be a relative one. */
const LIKE_URL = /:\/\/|^[?/]/

/** A URL, or what may be one, with no value of a parameter: neither in its path, its query, nor its fragment. */
const withoutQueryValues = (url: string): string =>
  url.replace(/([?&#;])([^=?&#;]*)(=?)([^?&#;]*)/g, (_, mark, name, equals) =>
    equals || (mark !== '?' && mark !== '&')
      ? `${mark}${name}${equals}${equals && MASK}`
      : `${mark}${MASK}`,
  )
