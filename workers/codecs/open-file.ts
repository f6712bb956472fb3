import { DarkroomError, isDarkroomError } from '../../src/contract/errors.ts'
import type { FileFormat } from '../../src/contract/file-format.ts'
import type { FileHeader } from '../../src/contract/image-source.ts'
import { copyBytes } from './binary/bytes.ts'
import type { Codec, LoadedFile } from './codec.ts'
import { codecs } from './codecs.ts'
import type { Header } from './containers/header.ts'
import { sniff } from './sniff/sniff.ts'

/** A file whose format is known and whose header could be read; of one that only wraps another, the other one. */
export interface OpenedFile extends LoadedFile {
  header: Header
  /** Of the file that was given. */
  format: FileFormat
  /** The codec that read the header, by its place in the table. */
  reader: { format: FileFormat; codec: number }
  /** The file inside, where the one that was given only wraps it. */
  inner?: Blob
}

export const unidentifiedImage = (why: string, path: string) =>
  new DarkroomError('UNIDENTIFIED_IMAGE', `Expected an image for ${path} but received ${why}`, {
    path,
  })

/**
 * Recognizes a file by its content and reads its header. `path` is the field that errors name.
 * @throws DarkroomError UNIDENTIFIED_IMAGE where it is no image, or one that ends too early.
 */
export const readHeader = async (blob: Blob, path = 'url'): Promise<Header> =>
  (await openFile(blob, path)).header

/** As inspect, with what goes on with the file. */
export async function openFile(blob: Blob, path: string): Promise<OpenedFile> {
  if (blob.size === 0) throw unidentifiedImage('an empty file', path)
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const format = sniff(bytes, blob instanceof File ? blob.name : '')
  if (!format) throw unidentifiedImage(describe(bytes), path)
  let failure: unknown
  for (const [codec, { embedded, header }] of codecs[format].entries()) {
    try {
      const inner = await embedded?.(bytes)
      if (inner) {
        const file = await openFile(new Blob([copyBytes(inner)]), path)
        return { ...file, format, inner: file.blob }
      }
      const reader = { format, codec }
      return { blob, bytes, format, header: checked(await header(bytes), path), reader }
    } catch (error) {
      if (isDarkroomError(error)) throw error
      failure ??= error
    }
  }
  throw unidentifiedImage(reason(failure, format), path)
}

type Known = Omit<OpenedFile, 'blob' | 'bytes'>

/** What `reopenFile` needs of an opened file, as data that crosses threads. */
export const toFileHeader = ({ blob, bytes, ...known }: OpenedFile): FileHeader =>
  known satisfies Known as unknown as FileHeader

/** Opens a file whose header was read before: nothing is recognized, drawn or read again. */
export async function reopenFile(file: Blob, header: FileHeader): Promise<OpenedFile> {
  const known = header as unknown as Known
  const blob = known.inner ?? file
  return { ...known, blob, bytes: new Uint8Array(await blob.arrayBuffer()) }
}

/** The codec that read the header, and those to try after it. */
export const remainingCodecs = ({ reader }: OpenedFile): Codec[] =>
  codecs[reader.format].slice(reader.codec)

function checked(header: Header, path: string): Header {
  if (header.width > 0 && header.height > 0) return header
  throw unidentifiedImage(`a ${header.format} file of 0 x 0 pixels`, path)
}

/** Why a file could not be opened. */
function reason(error: unknown, format: FileFormat): string {
  if (error instanceof RangeError) return `a ${format} file that is cut off`
  return String((error as Error).message)
}

function describe(bytes: Uint8Array): string {
  const start = [...bytes.subarray(0, 8)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join(' ')
  return `a file in no format that is known (it starts with ${start})`
}
