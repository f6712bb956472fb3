import { dataView, requireBytes } from '../binary/bytes.ts'
import { dibInfo, dibPixels, readDib, rowStride } from './dib/dib.ts'
import type { Dib } from './dib/dib-header.ts'
import { isPng, pngInfo } from './shared/embedded-png.ts'
import type { DecodedImage, RasterInfo } from './shared/format.ts'

/**
 * Windows icons and cursors. Little-endian: 0, the kind (1: icon, 2: cursor), the number of frames, then 16 bytes
 * for each: width and height in a byte each (0 is 256), colors, 0, two numbers of 16 bits (an icon's planes
 * and bits a pixel, a cursor's hot spot), the size and the offset of the frame. A frame is a PNG file, or a
 * device-independent bitmap whose header says twice the height: below the colors lies a mask of 1 bit a
 * pixel, set where the image is transparent. Pixels of 32 bits have alpha instead, unless it is 0 everywhere.
 * Of several frames the largest is read, and of those the one with most bits.
 */
const DIRECTORY = 6
const ENTRY = 16
const KIND = { icon: 1, cursor: 2 }
const BGRA = [0xff0000, 0xff00, 0xff, 0xff000000]

interface Frame {
  area: number
  bits: number
  size: number
  offset: number
}

export function info(bytes: Uint8Array): RasterInfo {
  const frame = largest(bytes)
  const png = pngOf(bytes, frame)
  return png ? pngInfo(png) : dibInfo(readFrame(bytes, frame))
}

/** The PNG file that is the largest frame, where it is one: whoever decodes it needs no more. */
export const embedded = (bytes: Uint8Array) => pngOf(bytes, largest(bytes))?.slice()

export function decode(bytes: Uint8Array): DecodedImage {
  const frame = largest(bytes)
  if (pngOf(bytes, frame)) throw new Error('an icon with a PNG file inside')
  const dib = readFrame(bytes, frame)
  const data = dibPixels(bytes, dib)
  const alpha = dib.bits === 32 && data.some((value, i) => i % 4 === 3 && value > 0)
  if (!alpha) applyMask(bytes, dib, data)
  return { ...dibInfo(dib), data }
}

function largest(bytes: Uint8Array): Frame {
  const data = dataView(bytes)
  const [zero, kind, count] = [0, 2, 4].map((at) => data.getUint16(at, true))
  if (zero !== 0 || (kind !== KIND.icon && kind !== KIND.cursor)) {
    throw new Error('an icon without its first four bytes')
  }
  const frames = Array.from({ length: count as number }, (_, i): Frame => {
    const at = DIRECTORY + i * ENTRY
    const [width, height] = [data.getUint8(at) || 256, data.getUint8(at + 1) || 256]
    return {
      area: width * height,
      bits: kind === KIND.icon ? data.getUint16(at + 6, true) : 0,
      size: data.getUint32(at + 8, true),
      offset: data.getUint32(at + 12, true),
    }
  })
  const [first] = frames.sort((a, b) => b.area - a.area || b.bits - a.bits)
  if (!first) throw new Error('an icon without frames')
  return first
}

function pngOf(bytes: Uint8Array, { offset, size }: Frame) {
  if (!isPng(bytes, offset)) return undefined
  requireBytes(bytes, offset + size)
  return bytes.subarray(offset, offset + size)
}

/** The bitmap of a frame at its real height. Directories say sizes that are too small, so it may reach to the file's end. */
function readFrame(bytes: Uint8Array, { offset }: Frame): Dib {
  const dib = readDib(bytes, offset)
  const height = Math.max(1, Math.floor(dib.height / 2))
  const masks = dib.bits === 32 ? BGRA : dib.masks
  return { ...dib, height, masks: [...masks.slice(0, 3), BGRA[3] as number] }
}

/** Makes transparent what the mask says. Pixels of 32 bits may come without one. */
function applyMask(bytes: Uint8Array, dib: Dib, data: Uint8ClampedArray) {
  const { width, height, bits, topDown } = dib
  const mask = dib.pixels + rowStride(width, bits) * height
  const stride = rowStride(width, 1)
  const there = mask + stride * height <= bytes.length
  if (!there && bits !== 32) requireBytes(bytes, mask + stride * height)
  for (let y = 0, to = 3; y < height; y++) {
    const row = mask + (topDown ? y : height - 1 - y) * stride
    for (let x = 0; x < width; x++, to += 4) {
      const byte = there ? (bytes[row + (x >> 3)] as number) : 0
      data[to] = (byte << (x & 7)) & 0x80 ? 0 : 255
    }
  }
}
