import { dataView } from '../../shared/bytes.ts'
import type { Box, Dib } from '../metafile/commands.ts'

const BITFIELDS = 3

/** Splits a packed bitmap into the header with masks and palette, and the rows. */
export function packedDib(bytes: Uint8Array): Dib {
  const size = dibHeaderBytes(bytes)
  return { header: bytes.subarray(0, size), bits: bytes.subarray(size) }
}

/** Size of a bitmap's header with masks and palette. */
function dibHeaderBytes(bytes: Uint8Array): number {
  const data = dataView(bytes)
  const size = data.getUint32(0, true)
  if (size === 12) {
    const bits = data.getUint16(10, true)
    return size + (bits <= 8 ? 3 << bits : 0)
  }
  const bits = data.getUint16(14, true)
  const masks = size === 40 && data.getUint32(16, true) === BITFIELDS ? 12 : 0
  const used = data.getUint32(32, true)
  const colors = bits <= 8 ? used || 1 << bits : used
  return size + masks + colors * 4
}

/** Width and height in pixels. The height is negative if rows are stored top-down. */
export function dibSize({ header }: Dib): [width: number, height: number] {
  const data = dataView(header)
  return data.getUint32(0, true) === 12
    ? [data.getUint16(4, true), data.getUint16(6, true)]
    : [data.getInt32(4, true), data.getInt32(8, true)]
}

/** Converts a part that is given from the lowest row of a bottom-up bitmap to one from the top. */
export function fromTop(dib: Dib, [left, top, right, bottom]: Box): Box {
  const [, height] = dibSize(dib)
  return height > 0 ? [left, height - bottom, right, height - top] : [left, top, right, bottom]
}

/**
 * Makes a BMP file of a bitmap: a file header of 14 bytes (`BM`, size, offset of the rows), then the bitmap. With `alpha`,
 * the fourth byte of a pixel is alpha, declared by the masks of a BITMAPV4HEADER.
 */
export function bmpFile(dib: Dib, alpha = false): Uint8Array<ArrayBuffer> {
  const header = alpha ? withAlphaMask(dib.header) : dib.header
  const file = new Uint8Array(14 + header.length + dib.bits.length)
  const data = dataView(file)
  data.setUint16(0, 0x424d)
  data.setUint32(2, file.length, true)
  data.setUint32(10, 14 + header.length, true)
  file.set(header, 14)
  file.set(dib.bits, 14 + header.length)
  return file
}

function withAlphaMask(header: Uint8Array): Uint8Array {
  if (header.length < 40 || dataView(header).getUint16(14, true) !== 32) return header
  const v4 = new Uint8Array(108)
  v4.set(header.subarray(0, 40))
  const data = dataView(v4)
  data.setUint32(0, 108, true)
  data.setUint32(16, BITFIELDS, true)
  data.setUint32(32, 0, true)
  for (const [i, mask] of [0xff0000, 0xff00, 0xff, 0xff000000].entries()) {
    data.setUint32(40 + i * 4, mask, true)
  }
  return v4
}
