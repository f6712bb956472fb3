import { dataView } from '../../binary/bytes.ts'
import { inflate, MAX_INFLATED } from '../../binary/inflate.ts'
import type { DecodedImage, RasterInfo } from '../shared/format.ts'
import { pixelCount } from '../shared/raster.ts'
import { toneMapped } from '../shared/tone-map.ts'
import { type Channel, type ExrHeader, FLOAT, HALF, readExrHeader } from './header.ts'

const NONE = 0
const ZIPS = 2
const ZIP = 3
/** Rows of a chunk by compression. */
const ROWS: Record<number, number> = { [NONE]: 1, [ZIPS]: 1, [ZIP]: 16 }

/**
 * OpenEXR: rows in chunks, plain or deflated, of samples in 16 or 32 bits. Light is tone-mapped. Tiles, wavelets and
 * other compressions are left to ImageMagick, which cuts off what is brighter than white.
 */
export function info(bytes: Uint8Array): RasterInfo {
  const { width, height, channels } = readExrHeader(bytes)
  return { width, height, alpha: channels.some(({ name }) => name === 'A') }
}

export async function decode(bytes: Uint8Array): Promise<DecodedImage> {
  const header = readExrHeader(bytes)
  const { width, height, channels, compression, top, end, unsupported } = header
  const rows = ROWS[compression]
  if (unsupported) throw new Error(`an EXR of ${unsupported} is not supported`)
  if (!rows) throw new Error(`EXR compression ${compression} is not supported`)
  const rowBytes = channels.reduce((sum, channel) => sum + channel.bytes * width, 0)
  if (rowBytes * height > bytes.length * MAX_INFLATED)
    throw new RangeError('an EXR that is cut off')
  const light = new Float32Array(pixelCount(info(bytes)) * 4)
  const write = rowWriter(header, light)
  const data = dataView(bytes)
  for (let chunk = 0; chunk < Math.ceil(height / rows); chunk++) {
    const at = Number(data.getBigUint64(end + chunk * 8, true))
    const first = data.getInt32(at, true) - top
    const count = Math.min(rows, height - first)
    if (first < 0 || count < 1) throw new RangeError('an EXR with a chunk beyond its rows')
    const stored = bytes.subarray(at + 8, at + 8 + data.getUint32(at + 4, true))
    const samples = await unpacked(stored, rowBytes * count)
    for (let y = 0; y < count; y++) write(samples, y * rowBytes, first + y)
  }
  return toneMapped({ ...info(bytes), light })
}

/** What deflate would enlarge is stored as it is. */
async function unpacked(stored: Uint8Array, size: number): Promise<Uint8Array> {
  if (stored.length === size) return stored
  const packed = await inflate(stored, size)
  if (packed.length < size) throw new RangeError('an EXR chunk that ends too early')
  // Differences, then the even bytes before the odd ones.
  for (let i = 1; i < size; i++) packed[i] = (packed[i - 1] as number) + (packed[i] as number) - 128
  const half = (size + 1) >> 1
  return Uint8Array.from({ length: size }, (_, i) => packed[(i & 1) * half + (i >> 1)] as number)
}

/** Returns a function that writes a row of samples, channel by channel, as light. Colors are premultiplied. */
function rowWriter({ width, channels }: ExrHeader, light: Float32Array) {
  const targets = channelTargets(channels)
  return (samples: Uint8Array, from: number, y: number) => {
    const row = light.subarray(y * width * 4, (y + 1) * width * 4)
    for (let i = 3; i < row.length; i += 4) row[i] = 1
    let at = from
    for (const [i, { type, bytes }] of channels.entries()) {
      const read = sampleReader(samples, type)
      for (const target of targets[i] ?? []) {
        for (let x = 0; x < width; x++) row[x * 4 + target] = read(at + x * bytes)
      }
      at += bytes * width
    }
    for (let i = 0; i < row.length; i += 4) {
      const alpha = row[i + 3] as number
      if (alpha > 0 && alpha < 1)
        for (let c = 0; c < 3; c++) row[i + c] = (row[i + c] as number) / alpha
    }
  }
}

/** The components that each channel is shown as: R, G, B and A, or Y as gray. */
function channelTargets(channels: Channel[]): number[][] {
  const names = channels.map(({ name }) => name)
  const gray = !names.includes('R') && names.includes('Y')
  const targets = names.map((name) => {
    if (gray && name === 'Y') return [0, 1, 2]
    const index = ['R', 'G', 'B', 'A'].indexOf(name)
    return index < 0 ? [] : [index]
  })
  const colors = targets.flat().filter((target) => target < 3)
  if (colors.length === 3) return targets
  throw new Error(`EXR channels ${names.join(', ')} are not supported`)
}

function sampleReader(samples: Uint8Array, type: number): (at: number) => number {
  const data = dataView(samples)
  if (type === HALF) return (at) => halfValue(data.getUint16(at, true))
  if (type === FLOAT) return (at) => data.getFloat32(at, true)
  return (at) => data.getUint32(at, true)
}

/** The value of a half-precision float: a sign, 5 bits of exponent, 10 of fraction. */
function halfValue(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
