import { dataView, requireBytes } from '../binary/bytes.ts'
import * as pcx from './pcx.ts'
import type { DecodedImage, RasterInfo } from './shared/format.ts'

/**
 * Several PCX files in one, of which the first is read. Little-endian: 0x3ADE68B1, then the offsets of up to 1024
 * files, and a 0. A file ends where another begins, or with the last byte.
 */
const MAGIC = 0x3ade68b1
const MOST_FILES = 1024

export const info = (bytes: Uint8Array): RasterInfo => pcx.info(firstPcx(bytes))

export const decode = (bytes: Uint8Array): DecodedImage => pcx.decode(firstPcx(bytes))

function firstPcx(bytes: Uint8Array) {
  const data = dataView(bytes)
  if (data.getUint32(0, true) !== MAGIC) throw new Error('a DCX file without its first four bytes')
  const start = data.getUint32(4, true)
  if (start === 0) throw new Error('a DCX file without images')
  requireBytes(bytes, start)
  let end = bytes.length
  for (let i = 1; i < MOST_FILES && 8 + i * 4 <= bytes.length; i++) {
    const offset = data.getUint32(4 + i * 4, true)
    if (offset === 0) break
    if (offset > start && offset < end) end = offset
  }
  return bytes.subarray(start, end)
}
