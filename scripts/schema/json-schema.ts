import * as field from '../../src/request/fields.ts'
import { image, schema } from '../../src/request/schema.ts'
import { commentOf } from './comments.ts'
import { contentsOf, defaultOf, examplesOf, remoteOf } from './values.ts'

/** A JSON Schema, or a part of one. */
type Json = Record<string, unknown>

/** What is read of a Valibot schema, and of the actions in its pipe. */
interface Shape {
  type: string
  message?: string
  wrapped?: Shape
  entries?: Record<string, Shape>
  options?: (Shape | string)[]
  literal?: string
  item?: Shape
  items?: Shape[]
  pipe?: [Shape, ...Shape[]]
  requirement?: unknown
  min?: number
  max?: number
}

/** JSON Schema has no flag for it. */
const anyCase = (pattern: string) =>
  pattern.replace(/\\.|[a-z]/g, (part) => (part[1] ? part : `[${part}${part.toUpperCase()}]`))
const trimmed = (pattern: string) => `^\\s*(${pattern})\\s*$`

const LENGTH = '\\d+(\\.\\d+)?\\s*%?'
const ABOVE_ZERO = '(?=.*[1-9])'
const COLOR = `${anyCase('auto|transparent')}|#?([0-9a-fA-F]{3,4}|([0-9a-fA-F]{2}){3,4})`
const POSITION = '[LMRlmr][TMBtmb]|[TMBtmb][LMRlmr]'

/** What is checked by code: its types, and the pattern of strings. `kind` says how a form may edit it. */
const special = new Map<unknown, Json>([
  [field.boolean, { type: ['boolean', 'string'], pattern: '^(true|false)$' }],
  [field.rotation, { enum: field.rotation.pipe[0].options }],
  [field.dimension, { ...length(ABOVE_ZERO + LENGTH), minimum: 0.5 }],
  [field.offset, length(`-?${LENGTH}`)],
  [field.margin, { ...length(LENGTH), minimum: 0 }],
  [
    field.fileSize,
    {
      type: ['number', 'string'],
      pattern: trimmed(`${ABOVE_ZERO}\\d+(\\.\\d+)?\\s*([kKmMgG]?[bB])?`),
      maxLength: 100,
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
    },
  ],
  [field.webAddress, { type: 'string', pattern: anyCase('^https?://.') }],
  [image, kind('image', anyCase('^\\s*(https?://|data:|base64,|blob:|storage://)'))],
  [field.color, kind('color', trimmed(COLOR))],
  [field.position, kind('position', trimmed(POSITION))],
])

function length(pattern: string): Json {
  return { type: ['number', 'string'], pattern: trimmed(pattern), maxLength: 100 }
}

function kind(name: string, pattern: string): Json {
  return { type: 'string', pattern, 'x-darkroom': { kind: name } }
}

/** The JSON Schema of the values that a Valibot schema takes. */
function convert(shape: Shape, path: string): Json {
  const known = special.get(shape)
  if (known) return known
  if (shape.pipe) return shape.pipe.slice(1).reduce(restrict, convert(shape.pipe[0], path))
  const { type, options = [], item, items = [], entries } = shape
  if (type === 'object') return objectOf(entries, `${path}.`)
  if (type === 'array' && item) return { type, items: convert(item, path) }
  if (type === 'strict_tuple' && items[0]) {
    const size = items.length
    return { type: 'array', items: convert(items[0], path), minItems: size, maxItems: size }
  }
  if (type === 'picklist') return { type: 'string', enum: options }
  if (type === 'string') return { type }
  if (type !== 'union') throw new Error(`Expected a known type for ${path} but received ${type}`)
  // A number may be a string; other unions are choices.
  const types = options.map((option) => (typeof option === 'object' ? option.type : ''))
  return types.includes('number') ? { type: types } : { enum: valuesOf(shape) }
}

/** The values of a choice, some of which are objects. */
function valuesOf({ type, options = [], literal, entries = {} }: Shape): unknown[] {
  if (type === 'picklist') return options
  if (type === 'literal') return [literal]
  if (type === 'union') return (options as Shape[]).flatMap(valuesOf)
  if (type === 'custom') return [{}]
  return Object.entries(entries).flatMap(([key, shape]) =>
    valuesOf(shape).map((value) => ({ [key]: value })),
  )
}

/** Adds what an action of a pipe demands. Checks that are not known here are left out. */
function restrict(json: Json, { type, requirement, min, max }: Shape): Json {
  if (requirement === field.isShort) return { ...json, maxLength: 100 }
  if (requirement === field.isNumeric) return { ...json, pattern: trimmed('-?\\d+(\\.\\d+)?') }
  if (requirement === Number.isInteger)
    return { ...json, type: ['integer', 'string'], pattern: trimmed('-?\\d+(\\.0+)?') }
  if (min !== undefined) return { ...json, minimum: min, maximum: max }
  if (type === 'min_length') return { ...json, minItems: requirement }
  if (type === 'max_length') return { ...json, maxItems: requirement }
  if (requirement === field.isDistinct) return { ...json, uniqueItems: true }
  if (requirement instanceof RegExp) return { ...json, pattern: anyCase(requirement.source) }
  return json
}

/** Fields may be null, which counts as absent, unless they are required. */
function objectOf(entries: Record<string, Shape> = {}, prefix = ''): Json {
  const properties = Object.fromEntries(
    Object.entries(entries).map(([key, entry]) => [key, property(entry, prefix + key)]),
  )
  const required = Object.keys(entries).filter((key) => !entries[key]?.wrapped)
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

function property(field: Shape, path: string): Json {
  const entry = field.wrapped ?? field
  const orNull = entry === field ? [] : [null]
  const { type, enum: values, 'x-darkroom': annotation, ...rest } = convert(entry, path)
  const { items } = rest as { items?: { enum?: unknown[] } }
  const choices = (values as unknown[] | undefined) ?? items?.enum?.map((value) => [value])
  const { text, example, deprecated = true } = commentOf(path) ?? {}
  const isObject = type === 'object'
  const annotations = given({
    accepts: isObject ? undefined : entry.message,
    example,
    ...(annotation as Json),
    remote: isObject ? undefined : remoteOf(path, entry, choices),
    contents: contentsOf(path),
  })
  return given({
    description: text || undefined,
    deprecated: deprecated || undefined,
    type: type && orNull.length > 0 ? [type, 'null'].flat() : type,
    enum: Array.isArray(values) ? [...values, ...orNull] : undefined,
    ...rest,
    default: isObject ? undefined : defaultOf(path),
    examples: examplesOf(path),
    'x-darkroom': Object.keys(annotations).length > 0 ? annotations : undefined,
  })
}

const given = (json: Json): Json =>
  Object.fromEntries(Object.entries(json).filter(([, value]) => value !== undefined))

/** The JSON Schema of a request, with the comments of its published type. */
export const requestSchema = (): Json => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Request',
  description:
    'A processing request of darkroom-web, as JSON. Images that are objects of the page are not JSON, and the range of a number in a string cannot be told.',
  ...objectOf((schema as unknown as Shape).entries),
})
