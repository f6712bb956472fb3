import { DarkroomError, isDarkroomError } from '../../src/contract/errors.ts'
import type { FileFormat } from '../../src/contract/file-format.ts'
import type { Codec, LoadedFile } from './codec.ts'
import { codecs } from './codecs.ts'
import { copyOf, type Header } from './containers/header.ts'
import { sniff } from './sniff/sniff.ts'

/** A file whose format is known and whose header could be read; of one that only wraps another, the other one. */
export interface OpenedFile extends LoadedFile {
  header: Header
  /** Of the file that was given. */
  format: FileFormat
  /** What read the header, and those to try after it. */
  able: Codec[]
}

export const unidentified = (why: string, path: string) =>
  new DarkroomError('UNIDENTIFIED_IMAGE', `Expected a picture for ${path} but received ${why}`, {
    path,
  })

/**
 * Recognises a file by its content and reads its header. `path` is the field that errors name.
 * @throws DarkroomError UNIDENTIFIED_IMAGE where it is no picture, or one that ends too early.
 */
export const inspect = async (blob: Blob, path = 'url'): Promise<Header> =>
  (await openFile(blob, path)).header

/** As inspect, with what goes on with the file. */
export async function openFile(blob: Blob, path: string): Promise<OpenedFile> {
  if (blob.size === 0) throw unidentified('an empty file', path)
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const format = sniff(bytes, blob instanceof File ? blob.name : '')
  if (!format) throw unidentified(describe(bytes), path)
  const all = codecs[format]
  let failure: unknown
  for (const [i, codec] of all.entries()) {
    try {
      const inner = await codec.embedded?.(bytes)
      if (inner) return { ...(await openFile(new Blob([copyOf(inner)]), path)), format }
      const header = await codec.header(bytes)
      return { blob, bytes, format, header: checked(header, path), able: all.slice(i) }
    } catch (error) {
      if (isDarkroomError(error)) throw error
      failure ??= error
    }
  }
  throw unidentified(reason(failure, format), path)
}

function checked(header: Header, path: string): Header {
  if (header.width > 0 && header.height > 0) return header
  throw unidentified(`a ${header.format} file of 0 x 0 pixels`, path)
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
