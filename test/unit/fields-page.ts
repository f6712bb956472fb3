import { type Field, fields } from '../../demo/form/field.ts'
import { fieldDrawings } from '../../scripts/field-drawings.mjs'
import schema from '../../src/schema.json'

type Drawing = [request: string, file: string]

/** Fields whose effect is drawn: the page with all drawings, and some of its files, the first one the source. */
const drawn: Record<string, { page: string; images: Drawing[] }> = {
  width: sizes(['{ width: 160 }', 'width']),
  min_length: sizes(['{ min_length: 200 }', 'min']),
  max_length: sizes(['{ max_length: 120 }', 'max']),
  fit: sizes(
    ['canvas', 'canvas'],
    ['bounds', 'bounds'],
    ['cover', 'cover'],
    ["{ crop: 'center' }", 'crop-center'],
    ["{ crop: 'item' }", 'crop-item'],
  ),
  padding: sizes(['{ padding: 20 }', 'padding']),
  print_size: sizes(["{ print_size: 'A8', dpi: 72 }", 'print']),
  light_parameters: tones('shaded', 'light'),
  color_parameters: tones('photo', 'color'),
}

function sizes(...results: Drawing[]) {
  const images = [['source', 'unchanged'] as Drawing, ...results]
  return {
    page: 'sizes.md',
    images: images.map(([request, name]): Drawing => [request, `sizes/${name}.webp`]),
  }
}

function tones(source: string, field: string) {
  const types = ['contrast', 'hdr_light', 'hdr_light_advanced']
  const results = types.map((type): Drawing => [type, `light-and-color/${field}-${type}.webp`])
  const images: Drawing[] = [['source', `light-and-color/${source}.webp`], ...results]
  return { page: 'light-and-color.md', images }
}

const code = (text: unknown) => `\`${typeof text === 'string' ? text : JSON.stringify(text)}\``

/** What a field accepts, in the words of the schema's errors. */
function accepted({ kind, options, accepts }: Field): string {
  if (kind === 'picture') return 'an [image](requests.md#sources)'
  if (kind === 'pictures') return 'a list of [images](requests.md#sources)'
  if (kind === 'many') return `a list of ${options.map(code).join(', ')}`
  if (kind === 'choice') return options.map(code).join(', ')
  return accepts.replace(/"([^"]*)"/g, '`$1`')
}

/** A field, or an object and its fields. */
function section(name: string, members: Field[]): string {
  const { description, example } = ownOf(name)
  const single = members.find(({ path }) => path === name)
  const parts = [
    `## ${name}`,
    description,
    single && !description?.includes(single.accepts) && `Accepts ${accepted(single)}.`,
    example && `Example: \`${example}\``,
    single ? undefined : table(name, members),
    drawings(name),
    beforeAndAfter(name),
  ]
  return parts.filter(Boolean).join('\n\n')
}

function table(parent: string, members: Field[]): string {
  const rows = members.map((field) => {
    const example = field.example ? ` Example: \`${field.example}\`` : ''
    const name = field.path.slice(parent.length + 1)
    return row([`\`${name}\``, accepted(field), (field.description ?? '') + example])
  })
  return [row(['field', 'accepts', '']), row(['---', '---', '---']), ...rows].join('\n')
}

const row = (cells: string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

function drawings(name: string): string | undefined {
  const found = drawn[name]
  if (!found) return undefined
  const { page, images } = found
  const label = (request: string) => (request === 'source' ? request : code(request))
  return [
    row(images.map(([request, file]) => `![${request.replace(/[{}]/g, '').trim()}](${file})`)),
    row(images.map(() => '---')),
    row(images.map(([request]) => label(request))),
    '',
    `[More of them](${page}).`,
  ].join('\n')
}

/** What values of a field make of images, one below the other. */
function beforeAndAfter(field: string): string | undefined {
  const found = new Map<string, FieldDrawing[]>(Object.entries(fieldDrawings)).get(field)
  const rows = found?.map(({ name, source, request }) =>
    row([
      code(written(request[field])),
      `![before](fields/${source}.webp)`,
      `![after](fields/${name}.webp)`,
    ]),
  )
  return rows && [row([field, 'before', 'after']), row(['---', '---', '---']), ...rows].join('\n')
}

interface FieldDrawing {
  name: string
  source: string
  request: Record<string, unknown>
}

/** A value as code is written: without quotes around names. */
const written = (value: unknown) =>
  JSON.stringify(value)
    .replace(/"(\w+)":/g, '$1: ')
    .replace(/([{,])(?=\S)/g, '$1 ')
    .replace(/(?<=\S)\}/g, ' }')
    .replaceAll('"', "'")

/** Fields that are offered: not the other spellings that old clients send. */
export const offered = [...fields.values()].filter(({ deprecated }) => !deprecated)

interface Own {
  description?: string
  'x-darkroom'?: { example?: string }
}

/** What the schema says of a field, or of an object with fields. */
function ownOf(name: string) {
  const own = (schema.properties as Record<string, Own>)[name]
  return { description: own?.description, example: own?.['x-darkroom']?.example }
}

const parentOf = (path: string) => path.split('.')[0] ?? ''

/** Fields that no comment explains: neither their own nor that of the field they belong to. */
export const unexplained = () =>
  offered
    .filter(({ path, description }) => !description && !ownOf(parentOf(path)).description)
    .map(({ path }) => path)

/** The page docs/fields.md. */
export function fieldsPage(): string {
  const names = new Set(offered.map(({ path }) => parentOf(path)))
  const sections = [...names].map((name) =>
    section(
      name,
      offered.filter(({ path }) => parentOf(path) === name),
    ),
  )
  return `# All fields

Every field of a [request](requests.md), written from the published types and from the schema that checks requests. All are optional.
Numbers may be strings, as forms send them; \`null\` and \`undefined\` count as absent. A wrong value rejects with
[\`BAD_REQUEST\`](errors.md#bad_request).

${sections.join('\n\n')}
`
}
