import { bgrToRgbaWord } from '../shared/channel-masks.ts'
import type { Dib } from './dib-header.ts'

/** Maximum pixels per byte of run-length codes, by the longest runs: checked before anything is allocated. */
const MAX_PER_BYTE = 255

/**
 * Decodes RLE8, RLE4 or RLE24 into palette indices in stored row order (RLE24: into RGBA words). Codes of two bytes:
 * - n, value: n pixels of a value (RLE4: of two alternating ones; RLE24: a value has three bytes)
 * - 0, 0: end of row; 0, 1: end of bitmap; 0, 2, right, up: move
 * - 0, n: n literal values, padded to 16 bits
 *
 * Pixels beyond the edges are ignored; skipped ones are index 0 (RLE24: black).
 * @throws RangeError if the codes end before the last pixel.
 */
export function decodeDibRle(bytes: Uint8Array, { width, height, compression, pixels }: Dib) {
  if (width * height > Math.max(0, bytes.length - pixels) * MAX_PER_BYTE) {
    throw new RangeError(`${width} x ${height} pixels in a file of ${bytes.length} bytes`)
  }
  const values = new Uint32Array(width * height)
  if (compression === 'rle24') values.fill(bgrToRgbaWord(new Uint8Array(3), 0))
  let at = pixels
  let [x, y] = [0, 0]
  const next = () => {
    const byte = bytes[at++]
    if (byte === undefined) throw new RangeError('codes of a bitmap that is cut off')
    return byte
  }
  const put = (value: number) => {
    if (x < width) values[y * width + x] = value
    x++
  }
  const run = reader(compression, next)
  while (y < height && (y < height - 1 || x < width || at < bytes.length)) {
    const count = next()
    if (count > 0) {
      const value = run(1)
      for (let i = 0; i < count; i++) put(value(i))
      continue
    }
    const code = next()
    if (code === 1) break
    if (code === 0) {
      x = 0
      y++
    } else if (code === 2) {
      x += next()
      y += next()
    } else {
      const from = at
      const value = run(code)
      for (let i = 0; i < code; i++) put(value(i))
      if ((at - from) % 2 === 1) at++
    }
  }
  return values
}

/** Returns a reader of `count` values (RLE4: two per byte), which returns a function from pixel to value. */
function reader(compression: Dib['compression'], next: () => number) {
  const one = {
    rle8: () => [next()],
    rle4: () => {
      const byte = next()
      return [byte >> 4, byte & 15]
    },
    rle24: () => {
      return [bgrToRgbaWord(Uint8Array.of(next(), next(), next()), 0)]
    },
  }[compression as 'rle8' | 'rle4' | 'rle24']
  return (count: number) => {
    const values: number[] = []
    while (values.length < count) values.push(...one())
    return (i: number) => values[i % values.length] as number
  }
}
