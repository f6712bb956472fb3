import { bgrToRgbaWord } from '../shared/channel-masks.ts'
import type { Dib } from './dib-header.ts'

/** Pixels for each byte of the longest runs: a shorter file cannot paint even every other pixel. */
const MOST_PER_BYTE = 255

/**
 * The run-length codes of a bitmap as indices, in the order of its rows (24-bit codes: as
 * colors, each as its four bytes lie in memory).
 * Two bytes each: so many pixels of a value (RLE4: of two in turn; RLE24: of three bytes); or 0 and 0: next row;
 * 0 and 1: the end; 0 and 2: two more bytes say how far to go right and up; 0 and more: so many values follow,
 * filled up to whole 16-bit words. What lies beyond the edges is not painted, what is skipped is 0 or black.
 * @throws RangeError where the codes end before the last pixel.
 */
export function decodeDibRle(bytes: Uint8Array, { width, height, compression, pixels }: Dib) {
  if (width * height > Math.max(0, bytes.length - pixels) * MOST_PER_BYTE) {
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

/** Reads `count` values (RLE4: at least two, as they share a byte), and gives the value of the i-th pixel. */
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
