import schema from 'darkroom-web/schema.json'
import { getPath, type Json, withPath } from '../json-paths.ts'

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
  | 'boxes'
  | 'text'

/** A field of the request's JSON Schema. */
export interface Field extends Annotation {
  path: string
  kind: Kind
  /** Absent where only the object that the field belongs to is described. */
  description?: string
  /** Whether it is another spelling, that old clients send. */
  deprecated: boolean
  /** Values of a choice, in order. */
  options: unknown[]
  /** Minimum and maximum of a level. */
  range: [number, number] | undefined
  /** Whether digits become a number. */
  numeric: boolean
  default?: unknown
  /** Known values of a field that takes others too. */
  examples: string[]
}

/** What the JSON Schema of Darkroom says beyond the standard. */
interface Annotation {
  /** Valid values, in the words of the library's errors. */
  accepts: string
  example?: string
  /** The values that need the remote service; true for all. */
  remote?: true | unknown[]
  /** What each preset stands for. */
  contents?: Record<string, unknown>
}

/** The parts of a JSON Schema that are read. */
interface Shape {
  description?: string
  deprecated?: boolean
  type?: string[] | string
  enum?: unknown[]
  items?: Shape
  properties?: Record<string, Shape>
  pattern?: string
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  default?: unknown
  examples?: string[]
  'x-darkroom'?: Annotation & { kind?: string }
}

const kinds: Record<string, Kind> = { image: 'picture', color: 'colour', position: 'place' }

function walk({ properties = {} }: Shape, prefix: string): Field[] {
  return Object.entries(properties).flatMap(([key, shape]) =>
    shape.properties ? walk(shape, `${prefix}${key}.`) : [fieldOf(prefix + key, shape)],
  )
}

function fieldOf(path: string, shape: Shape): Field {
  const { kind: _, accepts = '', ...annotation } = shape['x-darkroom'] ?? {}
  const { description, deprecated = false, type = [], examples = [] } = shape
  const range = rangeOf(shape)
  return {
    path,
    kind: kindOf(shape, range),
    ...(description !== undefined && { description }),
    deprecated,
    options: valuesOf(shape),
    range,
    numeric: type.includes('number') || type.includes('integer'),
    ...('default' in shape && { default: shape.default }),
    examples,
    accepts,
    ...annotation,
  }
}

function kindOf({ type = [], items, maxItems, ...shape }: Shape, range: Field['range']): Kind {
  const known = kinds[shape['x-darkroom']?.kind ?? '']
  if (known) return known
  if (items?.properties) return 'boxes'
  if (items) return maxItems ? 'tuple' : items.enum ? 'many' : 'pictures'
  if (shape.enum) return 'choice'
  return type.includes('boolean') ? 'flag' : range ? 'level' : 'text'
}

/** The values of a choice. An empty object, as null and a number in a string, is left to clients that send it. */
const valuesOf = ({ items, enum: values = items?.enum ?? [] }: Shape): unknown[] =>
  values.filter((value) => value !== null && !/^({}|"\d+")$/.test(JSON.stringify(value)))

/** A wider range is no level. */
const rangeOf = ({ minimum = 0, maximum = Infinity }: Shape): Field['range'] =>
  maximum - minimum <= 100 ? [minimum, maximum] : undefined

/** All fields of a request, including those of objects. */
export const fields = new Map(
  walk(schema as unknown as Shape, '').map((field) => [field.path, field]),
)

/** The paths of all fields for one or several images. */
const imageFields = [...fields.values()].flatMap(({ path, kind }) =>
  kind === 'picture' || kind === 'pictures' ? [path] : [],
)

/** A request in which `change` has replaced each image. */
export const mapImages = (request: Json, change: (image: unknown) => unknown): Json =>
  imageFields.reduce((so, path) => {
    const value = getPath(so, path)
    if (value === undefined) return so
    return withPath(so, path, Array.isArray(value) ? value.map(change) : change(value))
  }, request)

/** Whether a request's field has a value that needs the remote service. */
export const isRemote = ({ remote = [] }: Field, value: unknown): boolean =>
  remote === true || remote.some((one) => JSON.stringify(one) === JSON.stringify(value))
