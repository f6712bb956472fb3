import { DarkroomError, unexpected } from '../contract/errors.ts'
import type { ImageInput, ImageSource } from '../contract/image-source.ts'
import { readStorage, type Storages } from '../storages/storage-url.ts'
import { decodeBase64 } from './base64.ts'
import { namedFile } from './named-file.ts'

/** What resolving needs from outside. */
export interface SourceContext {
  fetch: typeof fetch
  storages: Storages
}

/**
 * The bytes or pixels that a field of a request stands for. `path` names the field in errors.
 * @throws DarkroomError SOURCE_UNREACHABLE, SOURCE_CORS, BAD_REQUEST, UNIDENTIFIED_IMAGE or STORAGE with that path.
 */
export async function resolveSource(
  source: string | ImageInput,
  path: string,
  { fetch, storages }: SourceContext,
  signal: AbortSignal,
): Promise<ImageSource> {
  if (typeof source !== 'string') return open(source, path)
  const text = source.trim()
  if (/^base64,/i.test(text)) return inline(text.slice(text.indexOf(',') + 1), '', path)
  if (/^data:/i.test(text)) return fromDataUrl(text, path)
  if (/^storage:/i.test(text)) {
    return namedFile(await readStorage(storages, text, path, signal), text)
  }
  return download({ url: text, path, fetch, signal })
}

function open(source: ImageInput, path: string): ImageSource {
  const what = spent(source)
  if (!what) return source
  throw new DarkroomError(
    'UNIDENTIFIED_IMAGE',
    `Expected an image for ${path} but received ${what}`,
    { path },
  )
}

function spent(source: ImageInput): string | undefined {
  if ('close' in source && source.width === 0) return 'a closed ImageBitmap'
  if ('data' in source && source.data.length === 0) return 'an ImageData without its pixels'
  return undefined
}

async function inline(data: string, type: string, path: string): Promise<Blob> {
  const bytes = await decodeBase64(data)
  if (!bytes) throw unexpected(path, 'base64 data', data)
  return new Blob([bytes], { type })
}

async function fromDataUrl(url: string, path: string): Promise<Blob> {
  const comma = url.indexOf(',')
  if (comma < 0) throw unexpected(path, 'a data: URL with a comma', url)
  const header = url.slice(5, comma)
  const type = header.split(';')[0] ?? ''
  const data = url.slice(comma + 1)
  if (/;\s*base64\s*$/i.test(header)) return inline(unescaped(data), type, path)
  return new Blob([percentDecoded(data)], { type })
}

/** As it stands where its escapes are broken: base64 has no `%`, and that is what the error will be about. */
function unescaped(data: string): string {
  try {
    return decodeURIComponent(data)
  } catch {
    return data
  }
}

function percentDecoded(data: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  for (const [token] of data.matchAll(/%[0-9a-f]{2}|[\s\S]/gi)) {
    bytes.push(token.length === 3 ? Number.parseInt(token.slice(1), 16) : token.charCodeAt(0))
  }
  return new Uint8Array(bytes)
}

interface Download {
  url: string
  path: string
  fetch: typeof fetch
  signal: AbortSignal
}

async function download(wanted: Download): Promise<Blob> {
  const { url, fetch, signal } = wanted
  let response: Response
  try {
    response = await fetch(url, { signal })
  } catch (cause) {
    if (signal.aborted) throw cause
    throw await unreachable(wanted, cause)
  }
  if (!response.ok) throw notThere(wanted, `it answered ${response.status}`)
  const blob = await response.blob().catch((cause) => {
    throw signal.aborted ? cause : notThere(wanted, 'the connection broke', cause)
  })
  return namedFile(blob, url)
}

/** A page sees the same TypeError for both; a request that asks for no access tells them apart. */
async function unreachable(wanted: Download, cause: unknown) {
  const { url, path, fetch, signal } = wanted
  const answers = await fetch(url, { mode: 'no-cors', signal }).then(
    () => true,
    () => false,
  )
  if (!answers) return notThere(wanted, 'nothing answered', cause)
  return new DarkroomError(
    'SOURCE_CORS',
    `Expected a ${path} that allows this page to read it, but ${url} sends no CORS headers`,
    { path, cause },
  )
}

const notThere = ({ url, path }: Download, why: string, cause?: unknown) =>
  new DarkroomError('SOURCE_UNREACHABLE', `The ${path} could not be fetched: ${url} (${why})`, {
    path,
    cause,
  })
