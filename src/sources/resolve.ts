import { DarkroomError, unexpected } from '../contract/errors.ts'
import type { ImageSource } from '../contract/image-source.ts'
import { readStorage, type Storages } from '../storages/storage-url.ts'
import { decodeBase64 } from './base64.ts'
import { namedFile } from './named-file.ts'
import type { SourceProxy } from './proxy.ts'

/** What reading a source takes from outside. */
export interface SourceContext {
  fetch: typeof fetch
  storages: Storages
  /** For images of other origins without CORS headers. */
  proxy?: SourceProxy | undefined
}

/**
 * Reads the image that a field of a request holds or names.
 * @param path the field, for errors.
 * @throws DarkroomError SOURCE_UNREACHABLE, SOURCE_CORS, BAD_REQUEST, UNIDENTIFIED_IMAGE or STORAGE with that path.
 */
export async function resolveSource(
  source: string | ImageSource,
  path: string,
  context: SourceContext,
  signal: AbortSignal,
): Promise<ImageSource> {
  if (typeof source !== 'string') return checkDetached(source, path)
  const text = source.trim()
  if (/^base64,/i.test(text)) return fromBase64(text.slice(text.indexOf(',') + 1), '', path)
  if (/^data:/i.test(text)) return fromDataUrl(text, path)
  if (/^storage:/i.test(text)) {
    return namedFile(await readStorage(context.storages, text, path, signal), text)
  }
  return download({ url: text, path, signal, context })
}

function checkDetached(source: ImageSource, path: string): ImageSource {
  const received = describeDetached(source)
  if (!received) return source
  throw new DarkroomError(
    'UNIDENTIFIED_IMAGE',
    `Expected an image for ${path} but received ${received}`,
    { path },
  )
}

/** Objects whose pixels were closed, or transferred to another thread. */
function describeDetached(source: ImageSource): string | undefined {
  if ('close' in source && source.width === 0) return 'a closed ImageBitmap'
  if ('data' in source && source.data.length === 0) return 'an ImageData without its pixels'
  return undefined
}

async function fromBase64(data: string, type: string, path: string): Promise<Blob> {
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
  if (/;\s*base64\s*$/i.test(header)) return fromBase64(unescaped(data), type, path)
  return new Blob([percentDecoded(data)], { type })
}

/** Text with broken escapes stays as it is: `%` is no base64, so decoding it reports the error. */
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
  signal: AbortSignal
  context: SourceContext
}

async function download(source: Download): Promise<Blob> {
  const { url, signal, context } = source
  const response = await context.fetch(url, { signal }).catch((cause) => {
    if (signal.aborted) throw cause
    return downloadWithoutCors(source, cause)
  })
  if (!response.ok) throw unreachable(source, `it answered ${response.status}`)
  const blob = await response.blob().catch((cause) => {
    throw signal.aborted ? cause : unreachable(source, 'the connection broke', cause)
  })
  return namedFile(blob, url)
}

/**
 * The proxy's response, where the page has a proxy. A page sees the same TypeError where no server answers and
 * where its answer has no CORS headers; a no-cors request tells them apart. A cross-origin isolated page is not
 * told either way unless the server sends `Cross-Origin-Resource-Policy`.
 */
async function downloadWithoutCors(source: Download, cause: unknown): Promise<Response> {
  const { url, path, signal, context } = source
  const answers = await context.fetch(url, { mode: 'no-cors', signal }).then(
    () => true,
    () => false,
  )
  signal.throwIfAborted()
  const proxyUrl = context.proxy?.(url)
  if (proxyUrl && (answers || globalThis.crossOriginIsolated)) {
    return downloadByProxy(source, proxyUrl)
  }
  if (!answers) throw unreachable(source, 'nothing answered', cause)
  throw new DarkroomError(
    'SOURCE_CORS',
    `Expected a ${path} that allows this page to read it, but ${url} sends no CORS headers`,
    { path, cause },
  )
}

async function downloadByProxy(source: Download, proxyUrl: string): Promise<Response> {
  const { signal, context } = source
  const init: RequestInit = { signal, credentials: 'omit', referrerPolicy: 'no-referrer' }
  const response = await context.fetch(proxyUrl, init).catch((cause) => {
    throw signal.aborted ? cause : unreachable(source, 'neither it nor the proxy answered', cause)
  })
  if (!response.ok) throw unreachable(source, `the proxy answered ${response.status}`)
  return response
}

const unreachable = ({ url, path }: Download, why: string, cause?: unknown) =>
  new DarkroomError('SOURCE_UNREACHABLE', `The ${path} could not be fetched: ${url} (${why})`, {
    path,
    cause,
  })
