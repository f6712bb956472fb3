import { bitAt } from '../binary/bits.ts'
import { latin1 } from '../binary/bytes.ts'
import type { DecodedImage, RasterInfo } from './shared/format.ts'
import { grayImage, rasterInfo } from './shared/raster.ts'

/**
 * X bitmap (.xbm): C source with `#define <name>_width`, `#define <name>_height` and an array `<name>_bits` of bytes
 * (X11) or words of 16 bits (X10, `short`), hexadecimal, octal or decimal. A bit a pixel, the low bit of each first,
 * 1 is black, rows of whole bytes or words from the top. The text begins with `#define` or a comment.
 */
const HEAD = 4096
const NUMBER = /0[xX][0-9a-fA-F]+|[0-9]+/g
const COMMENT = /\/\*[\s\S]*?\*\//g

export function info(bytes: Uint8Array): RasterInfo {
  const head = latin1(bytes.subarray(0, HEAD)).replace(COMMENT, '')
  return rasterInfo(width(head), height(head))
}

export function decode(bytes: Uint8Array): DecodedImage {
  const head = info(bytes)
  const text = latin1(bytes).replace(COMMENT, '')
  const array = /(\w*)\s+\w*bits\s*\[[^\]]*\]\s*=\s*\{([^}]*)/.exec(text)
  const size = array?.[1] === 'short' ? 2 : 1
  const units = Math.ceil(head.width / (8 * size))
  const row = units * size
  const bits = unitsOf(array?.[2] ?? '', units * head.height, size)
  return grayImage(head, (x, y) => (bitAt(bits, y * row, x ^ 7) === 1 ? 0 : 255))
}

const defined = (name: string) => (text: string) =>
  Number(new RegExp(`#define\\s+\\w*${name}\\s+([0-9]+)`).exec(text)?.[1] ?? 0)

const width = defined('width')
const height = defined('height')

/** The numbers of an array, each in `size` bytes, the low one first. */
function unitsOf(array: string, count: number, size: number): Uint8Array {
  // A unit is a digit and a comma at least, but for the last.
  if (array.length + 1 < count * 2) throw tooFew(count, Math.ceil(array.length / 2))
  const bits = new Uint8Array(count * size)
  let read = 0
  for (const [digits] of array.matchAll(NUMBER)) {
    if (read === count) break
    const octal = /^0[0-7]+$/.test(digits)
    const value = octal ? Number.parseInt(digits, 8) : Number(digits)
    for (let i = 0; i < size; i++) bits[read * size + i] = value >> (8 * i)
    read++
  }
  if (read < count) throw tooFew(count, read)
  return bits
}

const tooFew = (expected: number, received: number) =>
  new RangeError(`Expected ${expected} numbers but received ${received}`)
