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
  const item = partsOf(schema).find((part) => part.type === 'array')
  if (Array.isArray(value)) {
    return item
      ? value.map((each) => publicValue((item as unknown as ArraySchema).item, each))
      : null
  }
  const entries = partsOf(schema).map((part) => ('entries' in part ? part.entries : {}))
  if (!partsOf(schema).some((part) => 'entries' in part)) return null
  const known: v.ObjectEntries = Object.assign({}, ...entries)
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const entry = Object.hasOwn(known, key) ? known[key] : undefined
      return [key, entry ? publicValue(entry as v.GenericSchema, inner) : null]
    }),
  )
}

interface ArraySchema {
  item: v.GenericSchema
}

/** A schema without what is wrapped around it; of a union, all of them. */
function partsOf(schema: v.GenericSchema): v.GenericSchema[] {
  if ('wrapped' in schema) return partsOf(schema.wrapped as v.GenericSchema)
  if (schema.type !== 'union') return [schema]
  return (schema as unknown as { options: v.GenericSchema[] }).options.flatMap(partsOf)
}

/** `data:` may also begin a prompt: only with a media type and a comma is it a URL. */
function publicText(text: string): string | null {
  if (/^\s*(base64,|blob:|data:[\w.+/;=-]*,)/i.test(text.slice(0, 1000))) return null
  const plain = text.replace(/\S+/g, (word) =>
    isUrl(word, text) ? withoutQueryValues(word) : word,
  )
  return withoutSecrets(plain)
}

/** In a sentence, only what looks like one. */
const isUrl = (word: string, text: string) => word === text.trim() || /:\/\/|^[?/]/.test(word)

/** A URL, or what may be one, with no value of a parameter: neither in its path, its query, nor its fragment. */
const withoutQueryValues = (url: string): string =>
  url.replace(/([?&#;])([^=?&#;]*)(=?)([^?&#;]*)/g, (_, mark, name, equals) =>
    equals || (mark !== '?' && mark !== '&')
      ? `${mark}${name}${equals}${equals && MASK}`
      : `${mark}${MASK}`,
  )
