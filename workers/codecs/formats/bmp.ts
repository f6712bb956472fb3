import { ascii, view } from '../containers/header.ts'
import { factsOf, paint, readDib } from './dib.ts'
import type { Dib } from './dib-header.ts'
import type { Decoded, Facts } from './format.ts'

/** BMP: a file header of 14 bytes (`BM`, at 10 the offset of the pixels) and a device-independent bitmap. */
const FILE_HEADER = 14

export const facts = (bytes: Uint8Array): Facts => factsOf(read(bytes))

export function decode(bytes: Uint8Array): Decoded {
  const dib = read(bytes)
  return { ...factsOf(dib), data: paint(bytes, dib) }
}

/** The JPEG or PNG file inside, where the pixels are stored as one. */
export function embedded(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const { compression, pixels } = read(bytes)
  return compression === 'jpeg' || compression === 'png' ? bytes.slice(pixels) : undefined
}

function read(bytes: Uint8Array): Dib {
  if (ascii(bytes, 0, 2) !== 'BM') throw new Error('a BMP file without its first two letters')
  return readDib(bytes, FILE_HEADER, view(bytes).getUint32(10, true))
}
