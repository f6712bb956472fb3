import * as v from 'valibot'
import * as words from '../../src/contract/request/fields.ts'
import { schema } from '../../src/contract/request/schema.ts'

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

/** A field of the request, as the schema has it. */
export interface Field {
  path: string
  kind: Kind
  schema: v.GenericSchema
  /** What the schema says is expected. */
  expected: string
  /** Values of a choice, in their order. */
  options: unknown[]
  /** Least and greatest value of a level. */
  range: [number, number] | undefined
  /** Whether digits are to be a number. */
  numeric: boolean
}

/** What is looked at in a schema. */
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

/** The values of a picklist, of a literal, and of what is made of those. */
function valuesOf({ type, options = [], literal, entries = {} }: Shape): unknown[] {
  if (type === 'picklist') return options
  if (type === 'literal') return [literal]
  if (type === 'strict_object') {
    return Object.entries(entries).flatMap(([key, shape]) =>
      valuesOf(shape).map((value) => ({ [key]: value })),
    )
  }
  // A flag also takes the words `true` and `false`, a number also strings: no values to choose from.
  if (type !== 'union' || options.some((option) => isShape(option) && plain.includes(option.type)))
    return []
  return options.filter(isShape).flatMap(valuesOf)
}

/** The schema has its ranges in words alone: `an integer from 1 to 9`. */
function rangeOf({ message = '' }: Shape): Field['range'] {
  const [, least, most] = /from (\d+) to (\d+)$/.exec(message) ?? []
  return least === undefined || most === undefined ? undefined : [Number(least), Number(most)]
}

/** Whether a field takes a value. */
export const takes = ({ schema }: Field, value: unknown): boolean => v.is(schema, value)

/** Every field of the request's schema, objects by their own fields. */
export const fields = new Map(
  walk(schema as unknown as Shape, '').map((field) => [field.path, field]),
)

/** The paths of all fields that take a picture, or several. */
export const pictureFields = [...fields.values()].flatMap(({ path, kind }) =>
  kind === 'picture' || kind === 'pictures' ? [path] : [],
)
