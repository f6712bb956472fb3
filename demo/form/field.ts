import * as v from 'valibot'
import * as words from '../../src/request/fields.ts'
import { schema } from '../../src/request/schema.ts'

/** How a field is edited. */
export type Kind =
  | 'choice'
  | 'many'
  | 'flag'
  | 'level'
  | 'place'
  | 'colour'
  | 'picture'
  | 'pictures'
  | 'tuple'
  | 'text'

/** A field of the request's schema. */
export interface Field {
  path: string
  kind: Kind
  schema: v.GenericSchema
  /** The schema's description of valid values. */
  expected: string
  /** Values of a choice, in order. */
  options: unknown[]
  /** Minimum and maximum of a level. */
  range: [number, number] | undefined
  /** Whether digits become a number. */
  numeric: boolean
}

/** The parts of a schema that are read. */
interface Shape {
  type: string
  message?: string
  wrapped?: Shape
  entries?: Record<string, Shape>
  options?: (Shape | string)[]
  literal?: string
  item?: Shape
}

const special = new Map<unknown, Kind>([
  [words.boolean, 'flag'],
  [words.color, 'colour'],
  [words.position, 'place'],
])

const plain = ['boolean', 'number', 'string']

const isShape = (option: unknown): option is Shape => typeof option === 'object'
const unwrapped = (shape: Shape): Shape => (shape.wrapped ? unwrapped(shape.wrapped) : shape)

function walk({ entries = {} }: Shape, prefix: string): Field[] {
  return Object.entries(entries).flatMap(([key, entry]) => {
    const shape = unwrapped(entry)
    const path = prefix + key
    return shape.type === 'object' ? walk(shape, `${path}.`) : [fieldOf(path, shape)]
  })
}

function fieldOf(path: string, shape: Shape): Field {
  const range = rangeOf(shape)
  return {
    path,
    kind: kindOf(shape, range),
    schema: shape as unknown as v.GenericSchema,
    expected: shape.message ?? '',
    options: shape.type === 'array' && shape.item ? valuesOf(shape.item) : valuesOf(shape),
    range,
    numeric: shape.type !== 'string',
  }
}

function kindOf(shape: Shape, range: Field['range']): Kind {
  const known = special.get(shape)
  if (known) return known
  if (isPicture(shape)) return 'picture'
  if (shape.type === 'array') return shape.item && isPicture(shape.item) ? 'pictures' : 'many'
  if (shape.type === 'strict_tuple') return 'tuple'
  if (valuesOf(shape).length > 0) return 'choice'
  return range && range[1] - range[0] <= 100 ? 'level' : 'text'
}

const isPicture = ({ type, options = [] }: Shape) =>
  type === 'union' &&
  options.some((option) => isShape(option) && option.type === 'custom') &&
  !options.some((option) => isShape(option) && option.type === 'picklist')

/** The values of picklists, literals, and unions of them. */
function valuesOf({ type, options = [], literal, entries = {} }: Shape): unknown[] {
  if (type === 'picklist') return options
  if (type === 'literal') return [literal]
  if (type === 'strict_object') {
    return Object.entries(entries).flatMap(([key, shape]) =>
      valuesOf(shape).map((value) => ({ [key]: value })),
    )
  }
  // A flag also accepts the strings `true` and `false`, a number any string: neither is a choice.
  if (type !== 'union' || options.some((option) => isShape(option) && plain.includes(option.type)))
    return []
  return options.filter(isShape).flatMap(valuesOf)
}

/** Ranges are only in the schema's messages: `an integer from 1 to 9`. */
function rangeOf({ message = '' }: Shape): Field['range'] {
  const [, least, most] = /from (\d+) to (\d+)$/.exec(message) ?? []
  return least === undefined || most === undefined ? undefined : [Number(least), Number(most)]
}

/** Whether a value is valid for a field. */
export const accepts = ({ schema }: Field, value: unknown): boolean => v.is(schema, value)

/** All fields of the request's schema, including those of objects. */
export const fields = new Map(
  walk(schema as unknown as Shape, '').map((field) => [field.path, field]),
)

/** The paths of all fields for one or several images. */
export const imageFields = [...fields.values()].flatMap(({ path, kind }) =>
  kind === 'picture' || kind === 'pictures' ? [path] : [],
)
