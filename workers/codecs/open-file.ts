import { DarkroomError, isDarkroomError } from '../../src/shared/errors.ts'
import type { FileFormat } from '../../src/shared/file-format.ts'
import type { FileHeader, OpenedImage } from '../../src/shared/image-source.ts'
import { unreadable } from '../../src/shared/unreadable.ts'
import { formats, sniff } from './formats.ts'
import { recentFile } from './recent-files.ts'
import type { Codec, OpenedFile } from './shared/codec.ts'
import type { Header } from './shared/header.ts'

/** Bytes that tell text from other files. */
const HEAD = 512
/** How an HTML page begins; an XML declaration and comments may come before. */
const HTML =
  /^\s*(<\?xml[^>]*>\s*)?(<!--((?!-->)[\s\S])*-->\s*)*<(!doctype\s+html|html|head|body)\b/i

/** The error of a file that is no image. `received` says what it is instead; `path` is the field of the request. */
export const unidentifiedImage = (received: string, path: string) =>
  new DarkroomError('UNIDENTIFIED_IMAGE', `Expected an image for ${path} but received ${received}`, { path }) // biome-ignore format: a line

/** The header of an image file. Throws as `openFile` does. */
export const readHeader = async (blob: Blob, path = 'url'): Promise<Header> =>
  (await openFile(blob, path)).header

/**
 * Recognizes a file by its content and reads its header. `path` is the field of the request that errors name.
 * @throws DarkroomError UNIDENTIFIED_IMAGE if it is no image, or is cut off; NETWORK if a codec cannot be loaded.
 */
export async function openFile(blob: Blob, path: string): Promise<OpenedFile> {
  const outer = await openLayer(blob, path)
  if (!('wrapped' in outer)) return outer
  // By now the bytes of the outer file are free.
  const { format, wrapped } = outer
  const file = await openLayer(wrapped, path)
  if (!('wrapped' in file)) return { ...file, format, inner: wrapped }
  throw unidentifiedImage(`a ${format} file with a file inside a file`, path)
}

/** Opens a file, or returns the one inside. No format that wraps another is wrapped itself. */
async function openLayer(
  blob: Blob,
  path: string,
): Promise<OpenedFile | { format: FileFormat; wrapped: Blob }> {
  if (blob.size === 0) throw unidentifiedImage('an empty file', path)
  const bytes = new Uint8Array(await blob.arrayBuffer().catch(unreadable(path)))
  const format = sniff(bytes, blob instanceof File ? blob.name : '') ?? 'other'
  // What ImageMagick knows besides is not text: an error page should not cost its download.
  if (format === 'other' && isPrintable(bytes)) {
    throw unidentifiedImage(describeText(bytes) ?? describeUnknown(bytes), path)
  }
  let failure: unknown
  for (const [codec, { embedded, header }] of formats[format].codecs.entries()) {
    try {
      const inner = await embedded?.(bytes)
      if (inner) return { format, wrapped: new Blob([inner as BlobPart]) }
      const reader = { format, codec }
      return { blob, bytes, format, header: requireArea(await header(bytes), path), reader }
    } catch (error) {
      if (isDarkroomError(error)) throw error
      failure ??= error
    }
  }
  throw unidentifiedImage(
    format === 'other' ? describeUnknown(bytes) : describeFailure(failure, format),
    path,
  )
}

/** What is known of an opened file beside its bytes. `recent`: what `recent-files.ts` finds these by. */
type FileInfo = Omit<OpenedFile, 'blob' | 'bytes'> & { recent?: string | undefined }

/** An opened file without its bytes, as plain data that crosses threads. `infoOf` and `reopenFile` take it. */
export const toFileHeader = ({ blob, bytes, ...info }: OpenedFile, recent?: string): FileHeader =>
  ({ ...info, ...(recent && { recent }) }) satisfies FileInfo as unknown as FileHeader

export const infoOf = (header: FileHeader) => header as unknown as FileInfo

/** Opens a file whose header was read before, without recognizing or reading it again. */
export async function reopenFile(
  file: Blob,
  header: FileHeader,
  path: string,
): Promise<OpenedFile> {
  const { recent, ...info } = infoOf(header)
  const kept = recentFile(recent)
  if (kept) return kept
  const blob = info.inner ?? file
  return { ...info, blob, bytes: new Uint8Array(await blob.arrayBuffer().catch(unreadable(path))) }
}

/** How a file is read beside its bytes: which codec read its header or, before that, its name. */
export function readingOf({ image, header }: OpenedImage): string {
  if (!header) return `named ${image instanceof File ? JSON.stringify(image.name) : ''}`
  const { format, reader } = infoOf(header)
  return `${format} ${reader.format} ${reader.codec}`
}

/** The codec that read the header, and those after it. */
export const remainingCodecs = ({ reader }: OpenedFile): Codec[] =>
  formats[reader.format].codecs.slice(reader.codec)

function requireArea(header: Header, path: string): Header {
  if (header.width > 0 && header.height > 0) return header
  throw unidentifiedImage(`a ${header.format} file of 0 x 0 pixels`, path)
}

function describeFailure(error: unknown, format: FileFormat): string {
  if (error instanceof RangeError) return `a ${format} file that is cut off`
  return String((error as Error).message)
}

/** Whether a file starts with printable characters, of whatever encoding beyond ASCII. */
const isPrintable = (bytes: Uint8Array) =>
  bytes.subarray(0, HEAD).every((byte) => byte >= 32 || (byte >= 9 && byte <= 13))

/** What a server sends instead of an image. Undefined for what is no UTF-8. */
function describeText(bytes: Uint8Array): string | undefined {
  try {
    // `stream`: the head may end within a character.
    const head = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, HEAD), {
      stream: true,
    })
    return HTML.test(head) ? 'an HTML page' : 'text'
  } catch {
    return undefined
  }
}

function describeUnknown(bytes: Uint8Array): string {
  const start = [...bytes.subarray(0, 8)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join(' ')
  return `a file in no format that is known (it starts with ${start})`
}
