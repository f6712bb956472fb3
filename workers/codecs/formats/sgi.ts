import { dataView, requireBytes } from '../binary/bytes.ts'
import type { DecodedImage, RasterInfo } from './shared/format.ts'
import { rasterInfo } from './shared/raster.ts'
import { sampledImage, sampleTypes } from './shared/samples.ts'

/**
 * SGI (.sgi, .rgb, .rgba, .bw). Big-endian: 01da at 0, 2 storage (0: as they are, 1: runs), 3 bytes a channel (1 or 2), 4
 * dimensions (1: a single row, 2: gray, 3: with channels), 6 width, 8 height, 10 channels (gray, gray and alpha, RGB,
 * RGBA), 104 kind of colors (3 is a palette without an image). From 512 on the channels in planes, rows from the bottom.
 * In runs two tables of 32 bits come first, a row of a channel each: its offset in the file and its length.
 */
const MAGIC = 0x01da
const HEADER = 512
const PALETTE = 3

interface Header extends RasterInfo {
  runs: boolean
  size: 1 | 2
  channels: number
}

const hasSignature = (bytes: Uint8Array) =>
  bytes.length >= 12 &&
  dataView(bytes).getUint16(0) === MAGIC &&
  (bytes[2] ?? 0) < 2 &&
  [1, 2].includes(bytes[3] ?? 0)

export function info(bytes: Uint8Array): RasterInfo {
  const { width, height, alpha } = readHeader(bytes)
  return { width, height, alpha }
}

export function decode(bytes: Uint8Array): DecodedImage {
  const head = readHeader(bytes)
  const { height, size, channels } = head
  const planes = head.runs ? expand(bytes, head) : bytes.subarray(HEADER)
  const row = head.width * size
  const layout = {
    from: (height - 1) * row,
    row: -row,
    column: size,
    channels: Array.from({ length: channels }, (_, c) => c * row * height),
  }
  return sampledImage(
    planes,
    info(bytes),
    layout,
    size === 1 ? sampleTypes.uint8 : sampleTypes.uint16(),
  )
}

function readHeader(bytes: Uint8Array): Header {
  if (!hasSignature(bytes)) throw new Error('Expected an SGI image of 1 or 2 bytes a channel')
  const data = dataView(bytes)
  if (data.getUint32(104) === PALETTE) throw new Error('Expected an image but received a palette')
  const dimensions = data.getUint16(4)
  const channels = dimensions < 3 ? 1 : data.getUint16(10)
  if (channels < 1) throw new Error('Expected channels but received none')
  // Channels beyond four are no colors.
  const shown = Math.min(channels, 4)
  const height = dimensions === 1 ? 1 : data.getUint16(8)
  const size = rasterInfo(data.getUint16(6), height, shown % 2 === 0)
  return { ...size, runs: data.getUint8(2) === 1, size: data.getUint8(3) as 1 | 2, channels: shown }
}

function expand(bytes: Uint8Array, { width, height, size, channels }: Header): Uint8Array {
  const tables = dataView(bytes)
  const stored = dataView(bytes).getUint16(4) < 3 ? 1 : dataView(bytes).getUint16(10)
  const rows = height * channels
  const lengthsAt = HEADER + height * stored * 4
  requireBytes(bytes, lengthsAt + height * stored * 4)
  const planes = new Uint8Array(rows * width * size)
  for (let i = 0; i < rows; i++) {
    const [offset, length] = [tables.getUint32(HEADER + i * 4), tables.getUint32(lengthsAt + i * 4)]
    requireBytes(bytes, offset + length)
    const row = planes.subarray(i * width * size, (i + 1) * width * size)
    expandRow(bytes.subarray(offset, offset + length), row, size)
  }
  return planes
}

/** Runs of samples: the low 7 bits of the first count, its high bit says that they are as they are; 0 ends the row. */
function expandRow(runs: Uint8Array, row: Uint8Array, size: 1 | 2) {
  let to = 0
  for (let at = 0; to < row.length; ) {
    requireBytes(runs, at + size)
    const head = runs[at + size - 1] as number
    const count = (head & 127) * size
    at += size
    if (count === 0) break
    const literal = head > 127
    const unit = runs.subarray(at, at + (literal ? count : size))
    requireBytes(unit, literal ? count : size)
    if (to + count > row.length) throw new RangeError('Expected a run that ends within its row')
    for (let i = 0; i < count; i++) row[to + i] = unit[i % unit.length] as number
    at += unit.length
    to += count
  }
  requireBytes(row.subarray(0, to), row.length)
}
