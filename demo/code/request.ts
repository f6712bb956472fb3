import { mapImages } from '../form/field.ts'
import type { Json } from '../json-paths.ts'
import { formatJson } from './format-json.ts'

/** The input of the three code generators. */
export interface RequestCode {
  request: Json
  /** The names in the request that refer to files. */
  files: ReadonlySet<string>
}

/** One HTTP call: the file that is sent, and all other fields. */
export interface Call {
  file: string | undefined
  parameters: Json
}

/** The HTTP calls for a request: one call can send one file at most. */
export function httpCalls({ request, files }: RequestCode): Call[] {
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

/** Marks the placeholder of a file in JSON. No request contains it. */
const HOLE = '\0'
const HOLES = /"\\u0000((?:[^"\\]|\\.)*)"/

/** JSON split at the files that it names: text, name, text, name, text. */
export function splitAtFiles({ request, files }: RequestCode): string[] {
  const pierced = mapImages(request, (image) => (files.has(String(image)) ? HOLE + image : image))
  return formatJson(pierced)
    .split(HOLES)
    .map((part, i) => (i % 2 === 0 ? part : JSON.parse(`"${part}"`)))
}

/** The JSON with an expression for each file. */
export function withExpressions(
  parts: readonly string[],
  text: (json: string) => string,
  file: (name: string) => string,
): string {
  return parts.map((part, i) => (i % 2 === 0 ? text(part) : file(part))).join('')
}
