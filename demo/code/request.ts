import { pictureFields } from '../form/field.ts'
import { at, type Json, withAt } from '../paths.ts'
import { pretty } from './pretty.ts'

/** What the three programs are made from. */
export interface Written {
  request: Json
  /** The names in the request that stand for files. */
  files: ReadonlySet<string>
}

/** One call of the service: a file that is sent along, and all other fields. */
export interface Call {
  file: string | undefined
  parameters: Json
}

/** The calls that a request takes over HTTP, where a call brings one file at most. */
export function callsOf({ request, files }: Written): Call[] {
  const { url, urls, ...parameters } = request
  if (typeof url === 'string' && files.has(url)) return [{ file: url, parameters }]
  const sources = Array.isArray(urls) ? urls.map(String) : []
  const uploads = sources.filter((name) => files.has(name))
  if (uploads.length === 0) return [{ file: undefined, parameters: request }]
  const others = sources.filter((name) => !files.has(name))
  return [
    ...uploads.map((file) => ({ file, parameters })),
    ...(others.length > 0
      ? [{ file: undefined, parameters: { urls: others, ...parameters } }]
      : []),
  ]
}

/** Begins what stands for a file in JSON: no request has it. */
const HOLE = '\0'
const HOLES = /"\\u0000((?:[^"\\]|\\.)*)"/

/** JSON cut at the files that it names: text, name, text, name, text. */
export function cutAtFiles({ request, files }: Written): string[] {
  const pierce = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(pierce) : files.has(String(value)) ? HOLE + value : value
  const pierced = pictureFields.reduce((so, path) => {
    const value = at(so, path)
    return value === undefined ? so : withAt(so, path, pierce(value))
  }, request)
  return pretty(pierced)
    .split(HOLES)
    .map((part, i) => (i % 2 === 0 ? part : JSON.parse(`"${part}"`)))
}

/** The same with an expression in the place of each file. */
export function filled(
  parts: readonly string[],
  text: (json: string) => string,
  file: (name: string) => string,
): string {
  return parts.map((part, i) => (i % 2 === 0 ? text(part) : file(part))).join('')
}
