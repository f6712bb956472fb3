import { ascii, dataView } from '../binary/bytes.ts'
import { dibInfo, dibPixels, readDib } from './dib/dib.ts'
import type { Dib } from './dib/dib-header.ts'
import type { DecodedImage, RasterInfo } from './shared/format.ts'

/** BMP: a file header of 14 bytes (`BM`, at 10 the offset of the pixels) and a device-independent bitmap. */
const FILE_HEADER = 14

export const info = (bytes: Uint8Array): RasterInfo => dibInfo(read(bytes))

export function decode(bytes: Uint8Array): DecodedImage {
  const dib = read(bytes)
  return { ...dibInfo(dib), data: dibPixels(bytes, dib) }
}

/** The JPEG or PNG file inside, where the pixels are stored as one. */
export function embedded(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const { compression, pixels } = read(bytes)
  return compression === 'jpeg' || compression === 'png' ? bytes.slice(pixels) : undefined
}

function read(bytes: Uint8Array): Dib {
  if (ascii(bytes, 0, 2) !== 'BM') throw new Error('a BMP file without its first two letters')
  return readDib(bytes, FILE_HEADER, dataView(bytes).getUint32(10, true))
}
