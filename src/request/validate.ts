import * as v from 'valibot'
import { unexpected } from '../shared/errors.ts'
import type { Warning } from '../shared/warning.ts'
import { checkKeys } from './check-keys.ts'
import { type SchemaOutput, schema } from './schema.ts'

/** A type whose fields are absent instead of null or undefined. */
type Present<T> = T extends (infer Item)[]
  ? Item[]
  : T extends Blob | ImageBitmap | ImageData | readonly unknown[] | WholeBox
    ? T
    : T extends object
      ? { [K in keyof T]?: Present<NonNullable<T[K]>> }
      : T

/** A box has all of its fields. */
type WholeBox = Record<'x' | 'y', unknown>

/** A request that passed the schema. */
export type ValidatedRequest = Present<SchemaOutput>

/**
 * Validates a request against the schema. Unknown fields are dropped with a warning.
 * @throws DarkroomError BAD_REQUEST with the field as `path`; its message says what was expected and received.
 */
export function validate(request: unknown): { valid: ValidatedRequest; warnings: Warning[] } {
  checkKeys(request)
  const unknown: string[] = []
  const input = pickKnownFields(schema, request, '', unknown)
  const warnings = warningsOf(unknown)
  const result = v.safeParse(schema, input, { abortEarly: true })
  if (result.success) return { valid: result.output as ValidatedRequest, warnings }
  const [issue] = result.issues
  const path = v.getDotPath(issue) ?? 'request'
  throw unexpected(path, issue.message, path === 'request' ? input : valueAt(input, path))
}

/** A copy without unknown fields, null and undefined. */
function pickKnownFields(
  schema: v.GenericSchema,
  value: unknown,
  path: string,
  unknown: string[],
): unknown {
  const entries = entriesOf(schema)
  if (!entries) {
    const item = itemOf(schema)
    const items = checkLength(value, path)
    if (!item || !Array.isArray(items)) return items
    return items.map((each, i) => pickKnownFields(item, each, `${path}.${i}`, unknown))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw unexpected(path || 'request', messageOf(schema), value)
  }
  const fields: [string, unknown][] = []
  for (const [key, inner] of Object.entries(value)) {
    if (inner === null || inner === undefined) continue
    const name = path ? `${path}.${key}` : key
    const entry = Object.hasOwn(entries, key) ? entries[key] : undefined
    if (entry) fields.push([key, pickKnownFields(entry as v.GenericSchema, inner, name, unknown)])
    else unknown.push(name)
  }
  return Object.fromEntries(fields)
}

/** Items of an array, such as the images of `urls`. */
const MAX_ITEMS = 1000

/** Before the items themselves are validated. */
function checkLength(value: unknown, path: string): unknown {
  if (!Array.isArray(value) || value.length <= MAX_ITEMS) return value
  throw unexpected(path, `an array of at most ${MAX_ITEMS} items`, value.length)
}

/** The entries of an object schema, also inside `nullish`. */
export function entriesOf(schema: v.GenericSchema): v.ObjectEntries | undefined {
  if ('wrapped' in schema) return entriesOf(schema.wrapped as v.GenericSchema)
  return schema.type === 'object' && 'entries' in schema
    ? (schema.entries as v.ObjectEntries)
    : undefined
}

/** What an object schema expects, also inside `nullish`. */
const messageOf = (schema: v.GenericSchema & { message?: unknown }): string =>
  'wrapped' in schema ? messageOf(schema.wrapped as v.GenericSchema) : String(schema.message)

/** The schema of an array's items, also inside `nullish`. */
function itemOf(schema: v.GenericSchema): v.GenericSchema | undefined {
  if ('wrapped' in schema) return itemOf(schema.wrapped as v.GenericSchema)
  return schema.type === 'array' && 'item' in schema ? (schema.item as v.GenericSchema) : undefined
}

/** Unknown fields that are named; of others only the number is told. */
const MAX_NAMED = 20

function warningsOf(unknown: string[]): Warning[] {
  const named = unknown.slice(0, MAX_NAMED).map((name): Warning => {
    const path = name.slice(0, 80)
    return { code: 'UNKNOWN_FIELD', path, message: `${path} is not a field and was ignored` }
  })
  const others = unknown.length - named.length
  if (others === 0) return named
  const message = `${others} more keys are not fields and were ignored`
  return [...named, { code: 'UNKNOWN_FIELD', message }]
}

export const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value)
