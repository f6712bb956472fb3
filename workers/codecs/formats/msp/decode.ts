import { bitAt } from '../../shared/bits.ts'
import { ascii, dataView, requireBytes } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { grayImage, rasterInfo } from '../../shared/raster.ts'

/**
 * Microsoft Paint (.msp). Little-endian: 0 `DanM` (version 1) or `LinS` (version 2), 4 width, 6 height; the XOR of the 16 words
 * of the header is 0. From 32 on 1 bit per pixel, 1 is white, rows from the top. Version 1 is uncompressed; version 2 has the
 * size of each row, then the rows as runs (0, count, byte) and literals (count, bytes). An empty row is white.
 */
const HEADER = 32

export function info(bytes: Uint8Array): RasterInfo {
  const data = dataView(bytes)
  let sum = 0
  for (let at = 0; at < HEADER; at += 2) sum ^= data.getUint16(at, true)
  if (sum !== 0) throw new Error(`Expected a header whose sum is 0 but received ${sum}`)
  return rasterInfo(data.getUint16(4, true), data.getUint16(6, true))
}

export function decode(bytes: Uint8Array): DecodedImage {
  const size = info(bytes)
  const row = Math.ceil(size.width / 8)
  const bits = ascii(bytes, 0, 4) === 'LinS' ? unpack(bytes, size) : bytes.subarray(HEADER)
  requireBytes(bits, row * size.height)
  return grayImage(size, (x, y) => 255 * bitAt(bits, y * row, x))
}

function unpack(bytes: Uint8Array, { width, height }: RasterInfo): Uint8Array {
  const lengths = dataView(bytes)
  let at = HEADER + height * 2
  requireBytes(bytes, at)
  const row = Math.ceil(width / 8)
  const bits = new Uint8Array(row * height).fill(255)
  for (let y = 0; y < height; y++) {
    const length = lengths.getUint16(HEADER + y * 2, true)
    requireBytes(bytes, at + length)
    unpackRow(bytes.subarray(at, at + length), bits.subarray(y * row, (y + 1) * row))
    at += length
  }
  return bits
}

function unpackRow(packed: Uint8Array, row: Uint8Array) {
  let to = 0
  for (let at = 0; at < packed.length && to < row.length; ) {
    const count = packed[at++] as number
    if (count === 0) {
      const run = packed[at] ?? 0
      row.fill(packed[at + 1] ?? 0, to, to + run)
      to += run
      at += 2
    } else {
      row.set(packed.subarray(at, at + Math.min(count, row.length - to)), to)
      to += count
      at += count
    }
  }
}
