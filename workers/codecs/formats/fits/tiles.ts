import { dataView, requireBytes } from '../../shared/bytes.ts'
import type { RasterInfo } from '../../shared/decoder.ts'
import { inflate, MAX_INFLATED } from '../../shared/inflate.ts'
import { pixelCount } from '../../shared/raster.ts'
import type { SampleType } from '../../shared/samples.ts'
import { type Cards, cardNumber, type Hdu } from './header.ts'
import { decodeRice } from './rice.ts'

const DOUBLE = 8
/** Bytes of a count and an offset: the minimum of a row. */
const DESCRIPTOR = 8
/** Planes of a tile: all are unpacked, even if one is shown. Writers put one into a tile, or three. */
const MAX_DEPTH = 16
/** Tiles that are inflated concurrently: starting a stream takes longer than reading it. */
const AT_ONCE = 64

/** Bytes per element of a column, by the letter of TFORM. P and Q describe heap data. */
const WIDTHS: Record<string, number> = {
  L: 1,
  B: 1,
  I: 2,
  J: 4,
  K: 8,
  A: 1,
  E: 4,
  D: 8,
  C: 8,
  M: 16,
  P: 8,
  Q: 16,
}

type Axes = readonly [number, number, number]
type Tile = { from: Axes; sides: Axes }

/**
 * Decodes a table of compressed tiles (FITS 4.0, 10.1) to big-endian doubles in planes, bottom-up: GZIP_1, GZIP_2, RICE_1,
 * and floats quantized by ZSCALE and ZZERO. Dithering is not subtracted; it is less than a step.
 */
export async function readTiledImage({ cards, data }: Hdu, size: RasterInfo, planes: number) {
  const sides: Axes = [size.width, size.height, cardNumber(cards, 'ZNAXIS3', 1)]
  const tile: Axes = [
    cardNumber(cards, 'ZTILE1', size.width),
    cardNumber(cards, 'ZTILE2', 1),
    cardNumber(cards, 'ZTILE3', 1),
  ]
  if (!tile.every((side) => side >= 1)) throw new Error(`Expected tiles but received ${tile}`)
  if (Math.min(sides[2], tile[2]) > MAX_DEPTH) {
    throw new Error(`Expected tiles of at most ${MAX_DEPTH} planes but received ${tile[2]}`)
  }
  const count = Math.ceil(sides[0] / tile[0]) * Math.ceil(sides[1] / tile[1])
  requireBytes(data, count * Math.max(cardNumber(cards, 'NAXIS1'), DESCRIPTOR))
  requireBytes(data, Math.ceil((pixelCount(size) * planes) / MAX_INFLATED))
  const bytes = new Uint8Array(pixelCount(size) * planes * DOUBLE)
  const tiles = [...tilesOf(sides, tile, planes)]
  for (let row = 0; row < tiles.length; row += AT_ONCE) {
    const some = tiles.slice(row, row + AT_ONCE)
    const values = await Promise.all(some.map((one, i) => readTile(cards, data, row + i, one)))
    for (const [i, one] of some.entries())
      place(dataView(bytes), sides, one, values[i] as Float64Array)
  }
  const sample: SampleType = { bytes: DOUBLE, level: (from, at) => from.getFloat64(at) }
  return { bytes, sample }
}

/** The tiles in the order of the table's rows. Those at the far edges are smaller. */
function* tilesOf(sides: Axes, [width, height, depth]: Axes, planes: number): Generator<Tile> {
  const [across, down, deep] = sides
  for (let z = 0; z < Math.min(deep, planes); z += depth) {
    for (let y = 0; y < down; y += height) {
      for (let x = 0; x < across; x += width) {
        const left: Axes = [across - x, down - y, deep - z]
        yield {
          from: [x, y, z],
          sides: [Math.min(width, left[0]), Math.min(height, left[1]), Math.min(depth, left[2])],
        }
      }
    }
  }
}

/** Planes that are not shown are beyond the end of `to`, and skipped. */
function place(to: DataView, [across, down]: Axes, { from, sides }: Tile, values: Float64Array) {
  const [width, height] = sides
  for (let i = 0; i < values.length; i++) {
    const x = from[0] + (i % width)
    const y = from[1] + (Math.floor(i / width) % height)
    const z = from[2] + Math.floor(i / width / height)
    const at = ((z * down + y) * across + x) * DOUBLE
    if (at < to.byteLength) to.setFloat64(at, values[i] as number)
  }
}

async function readTile(
  cards: Cards,
  data: Uint8Array,
  row: number,
  { sides }: Tile,
): Promise<Float64Array> {
  const count = sides[0] * sides[1] * sides[2]
  const packed = heapBytes(cards, data, row, 'COMPRESSED_DATA')
  const real = cardNumber(cards, 'ZBITPIX') < 0
  if (packed.length === 0 && real) {
    const bytes = await inflate(
      heapBytes(cards, data, row, 'GZIP_COMPRESSED_DATA'),
      count * 8,
      'gzip',
    )
    return numbers(bytes, count, true)
  }
  const scale = scalar(cards, data, row, 'ZSCALE')
  const zero = scalar(cards, data, row, 'ZZERO') ?? 0
  const values = await unpacked(cards, packed, count, real && scale === undefined)
  return scale === undefined ? values : values.map((value) => zero + scale * value)
}

async function unpacked(cards: Cards, packed: Uint8Array, count: number, real: boolean) {
  const method = cards.get('ZCMPTYPE')
  if (method === 'RICE_1' || method === 'RICE_ONE') {
    return decodeRice(
      packed,
      count,
      parameter(cards, 'BYTEPIX', 4),
      parameter(cards, 'BLOCKSIZE', 32),
    )
  }
  if (method !== 'GZIP_1' && method !== 'GZIP_2') {
    throw new Error(`Expected tiles in GZIP_1, GZIP_2 or RICE_1 but received ${method}`)
  }
  const bytes = await inflate(packed, count * 8, 'gzip')
  return numbers(method === 'GZIP_2' ? unshuffled(bytes, count) : bytes, count, real)
}

function parameter(cards: Cards, name: string, otherwise: number): number {
  for (let i = 1; cards.has(`ZNAME${i}`); i++) {
    if (cards.get(`ZNAME${i}`) === name) return cardNumber(cards, `ZVAL${i}`)
  }
  return otherwise
}

/** The size of a number follows from the length: some writers widen them. */
function numbers(bytes: Uint8Array, count: number, real: boolean): Float64Array {
  requireBytes(bytes, count)
  const size = bytes.length / count
  const data = dataView(bytes)
  const readers: Record<string, (at: number) => number> = {
    1: (at) => data.getUint8(at),
    2: (at) => data.getInt16(at),
    4: (at) => data.getInt32(at),
    8: (at) => Number(data.getBigInt64(at)),
    'real 4': (at) => data.getFloat32(at),
    'real 8': (at) => data.getFloat64(at),
  }
  const reader = readers[real ? `real ${size}` : size]
  if (!reader) throw new RangeError(`Expected ${count} numbers but received ${bytes.length} bytes`)
  return Float64Array.from({ length: count }, (_, i) => reader(i * size))
}

/** Undoes the shuffling of GZIP_2, which stores the highest bytes of all numbers first, then the next, and so on. */
function unshuffled(bytes: Uint8Array, count: number): Uint8Array {
  const size = Math.floor(bytes.length / count)
  return bytes.map((_, i) => bytes[(i % size) * count + Math.floor(i / size)] ?? 0)
}

/** The offset of a column in a row, and the letter of its TFORM; undefined if there is none of that name. */
function column(cards: Cards, name: string) {
  let at = 0
  for (let i = 1; i <= cardNumber(cards, 'TFIELDS'); i++) {
    const form = /^(\d*)([A-Z])/.exec(cards.get(`TFORM${i}`) ?? '')
    const letter = form?.[2] ?? ''
    if (cards.get(`TTYPE${i}`) === name) return { at, letter }
    const repeat = form?.[1] ? Number(form[1]) : 1
    at += letter === 'X' ? Math.ceil(repeat / 8) : repeat * (WIDTHS[letter] ?? 0)
  }
  return undefined
}

function heapBytes(cards: Cards, data: Uint8Array, row: number, name: string): Uint8Array {
  const found = column(cards, name)
  if (!found) return new Uint8Array()
  const width = cardNumber(cards, 'NAXIS1')
  const at = row * width + found.at
  const wide = found.letter === 'Q'
  const word = (i: number) =>
    wide ? Number(dataView(data).getBigInt64(at + i * 8)) : dataView(data).getInt32(at + i * 4)
  const from = cardNumber(cards, 'THEAP', width * cardNumber(cards, 'NAXIS2')) + word(1)
  if (from < 0 || word(0) < 0) throw new RangeError('Expected a tile within the file')
  requireBytes(data, from + word(0))
  return data.subarray(from, from + word(0))
}

function scalar(cards: Cards, data: Uint8Array, row: number, name: string): number | undefined {
  const found = column(cards, name)
  if (!found) return cards.has(name) ? cardNumber(cards, name) : undefined
  const at = row * cardNumber(cards, 'NAXIS1') + found.at
  return found.letter === 'E' ? dataView(data).getFloat32(at) : dataView(data).getFloat64(at)
}
