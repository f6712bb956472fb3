import { ascii, dataView, requireBytes } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { isPng, pngSize } from '../../shared/png.ts'

/**
 * Apple icons; the largest is decoded. Big-endian: `icns`, size of the file, then entries of a type (four letters, which
 * imply the size of the icon), the size of the entry with these 8 bytes, and content: a PNG or JPEG 2000 file; `ARGB` and
 * run-length codes of the four channels one after another; or such codes of red, green and blue, whose alpha is in an entry of
 * another type, a byte per pixel.
 */
interface Kind {
  side: number
  /** Type of the entry with the alpha. */
  mask?: string
  /** Bytes before the run-length codes. */
  skip?: number
}

/** Largest first; of one size, types that usually contain a file. */
const KINDS: Record<string, Kind> = {
  ic10: { side: 1024 },
  ic09: { side: 512 },
  ic14: { side: 512 },
  ic08: { side: 256 },
  ic13: { side: 256 },
  ic07: { side: 128 },
  it32: { side: 128, mask: 't8mk', skip: 4 },
  icp6: { side: 64 },
  ic12: { side: 64 },
  ih32: { side: 48, mask: 'h8mk' },
  icsB: { side: 36 },
  ic11: { side: 32 },
  icp5: { side: 32, mask: 'l8mk' },
  ic05: { side: 32 },
  il32: { side: 32, mask: 'l8mk' },
  icsb: { side: 18 },
  icp4: { side: 16, mask: 's8mk' },
  ic04: { side: 16 },
  is32: { side: 16, mask: 's8mk' },
}

/** The signature box of a file, and the start of a bare codestream. */
const JPEG_2000 = ['\0\0\0\x0cjP  ', '\xff\x4f\xff\x51']

/** For a JPEG 2000 file the size that its type implies: the real one is read when `embedded` is opened. */
export function info(bytes: Uint8Array): RasterInfo {
  const { kind, content } = largest(bytes)
  return isPng(content)
    ? { ...pngSize(content), alpha: true }
    : { width: kind.side, height: kind.side, alpha: true }
}

/** The largest icon, if it is a PNG or JPEG 2000 file. */
export function embedded(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const { content } = largest(bytes)
  return isFile(content) ? content.slice() : undefined
}

export function decode(bytes: Uint8Array): DecodedImage {
  const { kind, content, all } = largest(bytes)
  if (isFile(content)) throw new Error('an icon with a file of another format inside')
  const { side } = kind
  return { width: side, height: side, alpha: true, data: pixels(kind, content, all) }
}

const isFile = (content: Uint8Array) =>
  isPng(content) || JPEG_2000.some((start) => ascii(content, 0, start.length) === start)

function largest(bytes: Uint8Array) {
  if (ascii(bytes, 0, 4) !== 'icns') throw new Error('an ICNS file without its first four letters')
  const all = entries(bytes)
  const best = Object.entries(KINDS).find(([type]) => all.has(type))
  if (!best) throw new Error('an ICNS file without an icon of a known type')
  const [type, kind] = best
  return { kind, content: all.get(type) as Uint8Array, all }
}

/** Types of icons and of masks. A file may have millions of entries of others. */
const KNOWN = new Set(
  Object.entries(KINDS).flatMap(([type, { mask }]) => [type, ...(mask ? [mask] : [])]),
)

function entries(bytes: Uint8Array) {
  const data = dataView(bytes)
  const found = new Map<string, Uint8Array>()
  requireBytes(bytes, data.getUint32(4))
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = data.getUint32(at + 4)
    if (length < 8) throw new Error(`an ICNS file with an entry of ${length} bytes`)
    requireBytes(bytes, at + length)
    const type = ascii(bytes, at, 4)
    if (KNOWN.has(type)) found.set(type, bytes.subarray(at + 8, at + length))
    at += length
  }
  return found
}

function pixels(
  { side, mask = '', skip = 0 }: Kind,
  content: Uint8Array,
  all: Map<string, Uint8Array>,
) {
  const count = side * side
  const argb = ascii(content, 0, 4) === 'ARGB'
  const data = new Uint8ClampedArray(count * 4).fill(255)
  if (!argb && content.length === count * 3) {
    for (let i = 0; i < count; i++) data.set(content.subarray(i * 3, i * 3 + 3), i * 4)
  } else {
    const channels = argb ? [3, 0, 1, 2] : [0, 1, 2]
    unpack(content.subarray(argb ? 4 : skip), channels, count, data)
  }
  const alpha = all.get(mask)
  if (!alpha || argb) return data
  requireBytes(alpha, count)
  for (let i = 0; i < count; i++) data[i * 4 + 3] = alpha[i] as number
  return data
}

/** Run-length codes, one channel after another: n < 128: n + 1 literals; else: the next byte n - 125 times. */
function unpack(codes: Uint8Array, channels: number[], count: number, data: Uint8ClampedArray) {
  let at = 0
  for (const channel of channels) {
    for (let i = 0; i < count; ) {
      const code = codes[at++]
      if (code === undefined) throw new RangeError('the codes of an ICNS file are cut off')
      const length = code < 128 ? code + 1 : code - 125
      const used = code < 128 ? length : 1
      requireBytes(codes, at + used)
      for (let n = 0; n < length && i < count; n++, i++) {
        data[i * 4 + channel] = codes[code < 128 ? at + n : at] as number
      }
      at += used
    }
  }
}
