import { concatBytes, dataView, requireBytes } from '../../shared/bytes.ts'
import { isPng } from '../../shared/png.ts'

const DIRECTORY = 6
const ENTRY = 16
const ICON = 1
const CURSOR = 2

/**
 * The largest picture of a Windows icon or cursor, and of those the one with most bits. Little-endian: 0 zero, 2 type, 4
 * number of entries of 16 bytes: width and height in a byte each (0: 256), colors, 0, two 16-bit numbers (icon: planes
 * and bits per pixel, cursor: hot spot), size and offset.
 * @returns the picture, and an icon of it alone.
 */
export function largestPicture(bytes: Uint8Array): {
  picture: Uint8Array
  icon: Uint8Array<ArrayBuffer>
} {
  const data = dataView(bytes)
  const [zero, kind, count = 0] = [0, 2, 4].map((at) => data.getUint16(at, true))
  if (zero !== 0 || (kind !== ICON && kind !== CURSOR))
    throw new Error('an icon without its first four bytes')
  if (count === 0) throw new Error('an icon without pictures')
  requireBytes(bytes, DIRECTORY + count * ENTRY)
  const rank = (at: number) =>
    (data.getUint8(at) || 256) * (data.getUint8(at + 1) || 256) * 256 +
    (kind === ICON ? Math.min(255, data.getUint16(at + 6, true)) : 0)
  let best = DIRECTORY
  for (let at = DIRECTORY; at < DIRECTORY + count * ENTRY; at += ENTRY) {
    if (rank(at) > rank(best)) best = at
  }
  const [size, offset] = [data.getUint32(best + 8, true), data.getUint32(best + 12, true)]
  // Some writers state less than a bitmap has, so it is taken up to the end of the file.
  const png = isPng(bytes, offset)
  requireBytes(bytes, offset + (png ? size : 1))
  const picture = bytes.subarray(offset, png ? offset + size : bytes.length)
  const head = concatBytes([bytes.subarray(0, DIRECTORY), bytes.subarray(best, best + ENTRY)])
  dataView(head).setUint16(4, 1, true)
  dataView(head).setUint32(DIRECTORY + 8, picture.length, true)
  dataView(head).setUint32(DIRECTORY + 12, head.length, true)
  return { picture, icon: concatBytes([head, picture]) }
}

/** The largest picture, if it is a PNG file. */
export function pngInIcon(bytes: Uint8Array): Uint8Array | undefined {
  const { picture } = largestPicture(bytes)
  return isPng(picture) ? picture : undefined
}
