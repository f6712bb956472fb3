import { maxFileBytes } from '../plan/limits.ts'
import { DarkroomError, unexpected } from '../shared/errors.ts'
import type { ImageSource } from '../shared/image-source.ts'
import { readStorage, type Storages } from '../storages/storage-url.ts'
import { decodeBase64 } from './base64.ts'
import { type DownloadContext, download } from './download.ts'
import { namedFile } from './named-file.ts'

/** What reading a source takes from outside. */
export interface SourceContext extends DownloadContext {
  storages: Storages
}

/**
 * Reads the image that a field of a request holds or names.
 * @param path the field, for errors.
 * @throws DarkroomError SOURCE_UNREACHABLE, SOURCE_CORS, TOO_LARGE, BAD_REQUEST, UNIDENTIFIED_IMAGE or STORAGE with that path.
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
    const maxBytes = maxFileBytes(context.limits)
    const file = await readStorage(context.storages, text, path, signal, { maxBytes })
    return namedFile(file, text)
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
  const bytes = new Uint8Array(data.length)
  let count = 0
  for (let at = 0; at < data.length; at++) {
    const code = data[at] === '%' ? data.slice(at + 1, at + 3) : ''
    const isEscaped = /^[0-9a-f]{2}$/i.test(code)
    bytes[count++] = isEscaped ? Number.parseInt(code, 16) : data.charCodeAt(at)
    if (isEscaped) at += 2
  }
  return bytes.subarray(0, count)
}
