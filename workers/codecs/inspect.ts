import { DarkroomError } from '../../src/errors.ts'
import { readAvif } from './containers/avif.ts'
import { readBmp } from './containers/bmp.ts'
import { readGif } from './containers/gif.ts'
import { ascii, type Header } from './containers/header.ts'
import { readJpeg } from './containers/jpeg.ts'
import { readPng } from './containers/png.ts'
import { readWebp } from './containers/webp.ts'

type Format = Header['format']

/** How each format is recognised, from its first bytes alone. */
const signatures: Record<Format, (bytes: Uint8Array) => boolean> = {
  jpeg: (b) => b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff,
  png: (b) => ascii(b, 0, 8) === '\x89PNG\r\n\x1a\n',
  webp: (b) => ascii(b, 0, 4) === 'RIFF' && ascii(b, 8, 4) === 'WEBP',
  gif: (b) => /^GIF8[79]a$/.test(ascii(b, 0, 6)),
  bmp: (b) => ascii(b, 0, 2) === 'BM' && b.length >= 30,
  avif: (b) => ascii(b, 4, 4) === 'ftyp' && /avi[fs]/.test(ascii(b, 8, 32)),
}

const readers: Record<Format, (bytes: Uint8Array) => Header | Promise<Header>> = {
  jpeg: readJpeg,
  png: readPng,
  webp: readWebp,
  gif: readGif,
  bmp: readBmp,
  avif: readAvif,
}

export const unidentified = (why: string, path: string) =>
  new DarkroomError('UNIDENTIFIED_IMAGE', `Expected a picture for ${path} but received ${why}`, {
    path,
  })

/**
 * Recognises a file by its content and reads its header. `path` is the field that errors name.
 * @throws DarkroomError UNIDENTIFIED_IMAGE where it is no picture, or one that ends too early.
 */
export async function inspect(file: Blob, path = 'url'): Promise<Header> {
  if (file.size === 0) throw unidentified('an empty file', path)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const format = (Object.keys(signatures) as Format[]).find((name) => signatures[name](bytes))
  if (!format) throw unidentified(describe(bytes), path)
  try {
    const header = await readers[format](bytes)
    if (header.width > 0 && header.height > 0) return header
  } catch (error) {
    throw unidentified(
      error instanceof RangeError
        ? `a ${format} file that is cut off`
        : String((error as Error).message),
      path,
    )
  }
  throw unidentified(`a ${format} file of 0 x 0 pixels`, path)
}

function describe(bytes: Uint8Array): string {
  const start = [...bytes.subarray(0, 8)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join(' ')
  return `a file in no format that is known (it starts with ${start})`
}
