import { packedSample } from '../../shared/bits.ts'
import { dataView, requireBytes } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { indexedImage, rasterInfo, rgbaPalette } from '../../shared/raster.ts'
import { sampledImage } from '../../shared/samples.ts'

/**
 * Sun raster (.ras, .sun, .im1 to .im32). Big-endian words: 0 59a66a95, 4 width, 8 height, 12 bits per pixel (1, 4, 8, 24, 32),
 * 16 bytes of data, 20 type (0, 1: raw, 2: run-length, 3: RGB instead of BGR, 4, 5: converted from other formats), 24 type and 28
 * bytes of the palette, which is in planes. Rows from the top, padded to 16 bits. Without a palette, 1 bit is black and 4 and 8
 * bits are gray. Of 32 bits the first 8 are unused. Run-length codes: 0x80, n, byte: n + 1 times the byte; 0x80, 0: 0x80.
 */
const MAGIC = 0x59a66a95
const HEADER = 32
const RUNS = 2
const RGB = 3
const TYPES = [0, 1, RUNS, RGB, 4, 5]
const DEPTHS = [1, 4, 8, 24, 32]
const ESCAPE = 0x80
/** Maximum ratio of run-length codes: three bytes become 256. */
const MAX_RUN = 256 / 3

export function info(bytes: Uint8Array): RasterInfo {
  const { width, height } = readHeader(bytes)
  return rasterInfo(width, height)
}

export function decode(bytes: Uint8Array): DecodedImage {
  const size = info(bytes)
  const { depth, type, palette } = readHeader(bytes)
  requireBytes(bytes, HEADER + palette)
  const colors = bytes.subarray(HEADER, HEADER + palette)
  const stored = bytes.subarray(HEADER + palette)
  const tight = Math.ceil((size.width * depth) / 8)
  const even = tight + (tight & 1)
  const pixels = type === RUNS ? expand(stored, even * size.height, tight * size.height) : stored
  // Some writers of run-length codes do not pad rows.
  const row = type === RUNS && pixels.length < even * size.height ? tight : even
  if (depth <= 8) return ofIndices(size, pixels, row, depth, colors)
  const column = depth / 8
  const first = depth === 32 ? padding(pixels, size, row) : 0
  const channels = (type === RGB ? [0, 1, 2] : [2, 1, 0]).map((c) => c + first)
  return sampledImage(pixels, size, { from: 0, row, column, channels })
}

/** Offset of the colors within 4 bytes: 1, or 0 if the unused byte, the one that never changes, is the last. */
function padding(pixels: Uint8Array, { width, height }: RasterInfo, row: number): number {
  const same = (c: number) => {
    for (let y = 0; y < height; y++) {
      const from = y * row + c
      for (let x = 0; x < width; x++) if (pixels[from + x * 4] !== pixels[c]) return false
    }
    return true
  }
  return !same(0) && same(3) ? 0 : 1
}

function ofIndices(
  size: RasterInfo,
  pixels: Uint8Array,
  row: number,
  depth: number,
  colors: Uint8Array,
) {
  requireBytes(pixels, row * (size.height - 1) + Math.ceil((size.width * depth) / 8))
  const palette = rgbaPalette(colors.length > 0 ? colors : grays(depth), 'planes')
  return indexedImage(size, palette, (x, y) => packedSample(pixels, y * row, x, depth))
}

/** A gray palette in planes. For 1 bit, 0 is white. */
function grays(depth: number): Uint8Array {
  const most = 2 ** depth - 1
  const level = (i: number) => Math.round((i * 255) / most)
  return Uint8Array.from({ length: (most + 1) * 3 }, (_, i) => {
    const gray = level(i % (most + 1))
    return depth === 1 ? 255 - gray : gray
  })
}

function readHeader(bytes: Uint8Array) {
  const data = dataView(bytes)
  const at = (i: number) => data.getUint32(i * 4)
  const [magic, depth, type, paletteKind] = [at(0), at(3), at(5), at(6)]
  if (magic !== MAGIC) throw new Error(`Expected a Sun raster but received ${magic.toString(16)}`)
  if (!DEPTHS.includes(depth))
    throw new Error(`Expected 1, 4, 8, 24 or 32 bits but received ${depth}`)
  if (!TYPES.includes(type)) throw new Error(`Expected a type of 0 to 5 but received ${type}`)
  const palette = at(7)
  if (palette > 0 && paletteKind !== 1) {
    throw new Error(`Expected a palette of kind 1 but received ${paletteKind}`)
  }
  return { width: at(1), height: at(2), depth, type, palette }
}

/** Expands runs to at most `most` bytes. Throws a RangeError if there are fewer than `least`. */
function expand(stored: Uint8Array, most: number, least: number): Uint8Array {
  requireBytes(stored, Math.floor(least / MAX_RUN))
  const pixels = new Uint8Array(most)
  let to = 0
  for (let at = 0; at < stored.length && to < most; ) {
    const byte = stored[at++] as number
    const count = byte === ESCAPE ? (stored[at++] ?? 0) : 0
    const value = count > 0 ? (stored[at++] ?? 0) : byte
    pixels.fill(value, to, to + count + 1)
    to += count + 1
  }
  requireBytes(pixels.subarray(0, to), least)
  return pixels.subarray(0, to)
}
