import { ascii, dataView, requireBytes } from '../binary/bytes.ts'
import { isPng, pngInfo } from './shared/embedded-png.ts'
import type { DecodedImage, RasterInfo } from './shared/format.ts'

/**
 * Apple icons: `icns`, the length of the file, then entries: a type of four letters, the length of the entry with
 * these eight bytes, and its content, all big-endian. The type says the size. The content is a PNG or a JPEG
 * 2000 file; or `ARGB` and run-length codes of alpha, red, green and blue one after another; or such codes of
 * red, green and blue, whose alpha is an entry of its own, a byte a pixel. The largest is read.
 */
interface Kind {
  side: number
  /** The entry with the alpha of red, green and blue. */
  mask?: string
  /** Bytes before the first code. */
  skip?: number
}

/** At the same size, those that usually hold a file come first. */
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

/** A box of 12 bytes in a file, a bare code stream. */
const JPEG_2000 = ['\0\0\0\x0cjP  ', '\xff\x4f\xff\x51']

/** The size of a JPEG 2000 is that of its type: its own is known to whoever decodes it. */
export function info(bytes: Uint8Array): RasterInfo {
  const { kind, content } = largest(bytes)
  return isPng(content) ? pngInfo(content) : { width: kind.side, height: kind.side, alpha: true }
}

/** The PNG or JPEG 2000 file that is the largest icon, where it is one: whoever decodes it needs no more. */
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
  if (!best) throw new Error(`an ICNS file of the types ${[...all.keys()].join(', ') || 'none'}`)
  const [type, kind] = best
  return { kind, content: all.get(type) as Uint8Array, all }
}

function entries(bytes: Uint8Array) {
  const data = dataView(bytes)
  const found = new Map<string, Uint8Array>()
  requireBytes(bytes, data.getUint32(4))
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = data.getUint32(at + 4)
    if (length < 8) throw new Error(`an ICNS file with an entry of ${length} bytes`)
    requireBytes(bytes, at + length)
    found.set(ascii(bytes, at, 4), bytes.subarray(at + 8, at + length))
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

/** A code below 128: so many bytes and one more follow. Above: the next byte, the code less 125 times. */
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
