import { requireBytes } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { pixelCount, rasterInfo } from '../../shared/raster.ts'
import { toneMapped } from '../../shared/tone-map.ts'

/**
 * Radiance HDR (.hdr, .pic): lines of text, an empty one, then the size as `-Y height +X width` (+Y: bottom-up, -X:
 * mirrored), then pixels of three mantissas and a shared exponent. A row that starts with 2, 2 and its length has its
 * channels one after the other in runs: n > 128: the next byte n - 128 times, else n literals. Light is tone-mapped.
 */
const HEAD = 65_536
const SIZE = /\n\n([+-])Y (\d{1,9}) ([+-])X (\d{1,9})\n/
/** Rows of other lengths are stored without runs. */
const RUNS = { from: 8, to: 32_767 }

interface Layout extends RasterInfo {
  upwards: boolean
  mirrored: boolean
  start: number
}

export function info(bytes: Uint8Array): RasterInfo {
  const { width, height, alpha } = layout(bytes)
  return { width, height, alpha }
}

export function decode(bytes: Uint8Array): DecodedImage {
  const size = layout(bytes)
  const { width, height } = size
  // The fewest bytes of a row: two for each 127 pixels of a channel.
  requireBytes(bytes, size.start + height * Math.min(width * 4, 4 + 8 * Math.ceil(width / 127)))
  const light = new Float32Array(pixelCount(size) * 4)
  const row = new Uint8Array(width * 4)
  let at = size.start
  for (let y = 0; y < height; y++) {
    at = readRow(bytes, at, row)
    writeRow(row, light, (size.upwards ? height - 1 - y : y) * width * 4, size.mirrored)
  }
  return toneMapped({ width, height, alpha: false, light })
}

function layout(bytes: Uint8Array): Layout {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD))
  const found = SIZE.exec(text)
  if (!found) throw new Error('a Radiance HDR with a size, such as -Y 600 +X 800')
  if (/^FORMAT=32-bit_rle_xyze$/m.test(text.slice(0, found.index))) {
    throw new Error('a Radiance HDR of XYZ colors is not supported')
  }
  return {
    ...rasterInfo(Number(found[4]), Number(found[2])),
    upwards: found[1] === '+',
    mirrored: found[3] === '-',
    start: found.index + found[0].length,
  }
}

/** Reads a row into interleaved bytes. Returns where the next one starts. */
function readRow(bytes: Uint8Array, from: number, row: Uint8Array): number {
  const width = row.length / 4
  requireBytes(bytes, from + 4)
  const runs =
    width >= RUNS.from &&
    width <= RUNS.to &&
    bytes[from] === 2 &&
    bytes[from + 1] === 2 &&
    (((bytes[from + 2] as number) << 8) | (bytes[from + 3] as number)) === width
  if (!runs) {
    requireBytes(bytes, from + row.length)
    row.set(bytes.subarray(from, from + row.length))
    return from + row.length
  }
  let at = from + 4
  for (let channel = 0; channel < 4; channel++) {
    for (let x = 0; x < width; ) {
      const code = bytes[at++] ?? 0
      const length = code > 128 ? code - 128 : code
      if (length === 0 || x + length > width) throw new RangeError('a run beyond its row')
      requireBytes(bytes, at + (code > 128 ? 1 : length))
      for (let i = 0; i < length; i++) {
        row[(x + i) * 4 + channel] = bytes[code > 128 ? at : at + i] as number
      }
      x += length
      at += code > 128 ? 1 : length
    }
  }
  return at
}

function writeRow(row: Uint8Array, light: Float32Array, to: number, mirrored: boolean): void {
  for (let i = 0; i < row.length; i += 4) {
    const out = to + (mirrored ? row.length - 4 - i : i)
    const exponent = row[i + 3] as number
    const unit = exponent === 0 ? 0 : 2 ** (exponent - 136)
    for (let c = 0; c < 3; c++) light[out + c] = (row[i + c] as number) * unit
    light[out + 3] = 1
  }
}
