import { DarkroomError } from '../shared/errors.ts'
import { parseJsonObject } from './parse-json.ts'

/** Names that clients give the part with the image. */
const FILE_PARTS = ['image', 'file', 'fileName']
/** Fields that are lists even with a single value. */
const LIST_FIELDS = ['urls', 'enhancements', 'sizes']

type Fields = Record<string, unknown>

/**
 * Parses a request from a form: `parameters` as JSON, flat fields, and a file part that becomes `url`.
 * @throws DarkroomError BAD_REQUEST on `parameters`; on `url` or `urls` where there are two sources.
 */
export async function parseForm(form: FormData): Promise<Fields> {
  const file = singleFile(form)
  const parameters = form.get('parameters')
  const json = typeof parameters === 'string' ? parameters : ((await parameters?.text()) ?? '')
  const fields = { ...flatFields(form), ...parseJsonObject('parameters', json) }
  return file ? withFile(fields, file) : fields
}

type FilePart = readonly [name: string, file: File]

function singleFile(form: FormData): FilePart | undefined {
  const files = [...form].filter(isFilePart)
  if (files.length <= 1) return files[0]
  const names = files.map(([name]) => name).join(', ')
  throw new DarkroomError('BAD_REQUEST', `Expected one file part but received ${names}`, {
    path: 'url',
  })
}

/** A browser sends an empty file without a name where the user chose none. */
const isFilePart = (entry: [string, FormDataEntryValue]): entry is [string, File] =>
  FILE_PARTS.includes(entry[0]) &&
  typeof entry[1] !== 'string' &&
  (entry[1].size > 0 || entry[1].name !== '')

function withFile(fields: Fields, [part, file]: FilePart): Fields {
  const other = ['url', 'urls'].find((name) => (fields[name] ?? null) !== null)
  if (!other) return { ...fields, url: file }
  throw new DarkroomError(
    'BAD_REQUEST',
    `Expected either ${other} or the file part ${part} but received both`,
    { path: other },
  )
}

function flatFields(form: FormData): Fields {
  const fields = new Map<string, unknown>()
  for (const key of new Set(form.keys())) {
    const name = key.replace(/\[\]$/, '')
    const values = form.getAll(key).filter(isFilledIn).map(toValue)
    if (key === 'parameters' || FILE_PARTS.includes(key) || values.length === 0) continue
    fields.set(name, isList(name, values) ? values.flat() : values[0])
  }
  return Object.fromEntries(fields)
}

const isList = (name: string, values: unknown[]) => LIST_FIELDS.includes(name) || values.length > 1

/** Forms also send fields that were left empty. */
const isFilledIn = (value: FormDataEntryValue) => typeof value !== 'string' || value.trim() !== ''

/** Numbers stay strings: the schema accepts both. */
function toValue(value: FormDataEntryValue): unknown {
  if (value === 'true' || value === 'false') return value === 'true'
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
