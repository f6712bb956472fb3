import { packedSample } from '../../binary/bits.ts'
import { dataView, readLittleEndian, requireBytes } from '../../binary/bytes.ts'
import { dpiFromPerMeter } from '../../containers/density.ts'
import { bgrToRgbaWord, channelLevel, channelOfMask } from '../shared/channel-masks.ts'
import type { DecodedImage, RasterInfo } from '../shared/format.ts'
import { rasterInfo } from '../shared/raster.ts'
import type { Compression, Dib } from './dib-header.ts'
import { decodeDibRle } from './dib-rle.ts'

/** What the number at 16 means; OS/2 gives 3 and 4 other meanings. */
const COMPRESSIONS: (Compression | undefined)[] = [
  'none',
  'rle8',
  'rle4',
  'masks',
  'jpeg',
  'png',
  'masksWithAlpha',
]
const OS2_COMPRESSIONS: (Compression | undefined)[] = ['none', 'rle8', 'rle4', undefined, 'rle24']

const HEADER = { core: 12, info: 40, rgbMasks: 52, rgbaMasks: 56, os2: 64 }
const RGB555 = [0x7c00, 0x3e0, 0x1f, 0]
const BLACK = new Uint8Array(3)
const BGRX = [0xff0000, 0xff00, 0xff, 0]

export const info = (bytes: Uint8Array): RasterInfo => dibInfo(readDib(bytes))

export function decode(bytes: Uint8Array): DecodedImage {
  const dib = readDib(bytes)
  return { ...dibInfo(dib), data: dibPixels(bytes, dib) }
}

export function dibInfo({ width, height, masks, dpi }: Dib): RasterInfo {
  return { width, height, alpha: masks[3] !== 0, ...(dpi && { dpi }) }
}

/** Reads the header at `at`. `pixels` is where a file header says that the pixels are. */
export function readDib(bytes: Uint8Array, at = 0, pixels = 0): Dib {
  const data = dataView(bytes)
  const size = data.getUint32(at, true)
  const core = size === HEADER.core
  if (!core && (size < 16 || size > 1024))
    throw new Error(`a bitmap with a header of ${size} bytes`)
  const field = (offset: number) => (size >= offset + 4 ? data.getUint32(at + offset, true) : 0)
  const width = core ? data.getUint16(at + 4, true) : data.getInt32(at + 4, true)
  const stored = core ? data.getUint16(at + 6, true) : data.getInt32(at + 8, true)
  const bits = data.getUint16(at + (core ? 10 : 14), true)
  const compression = compressionOf(size, core ? 0 : field(16))
  const { masks, end } = masksOf(data, at, size, bits, compression)
  const palette = paletteOf(core ? 0 : field(32), bits, end, core ? 3 : 4)
  const dpi = core ? undefined : dpiFromPerMeter(field(24))
  return {
    ...rasterInfo(width, Math.abs(stored)),
    topDown: stored < 0,
    bits,
    compression,
    masks,
    palette,
    pixels: pixels >= end ? pixels : palette.start + palette.declared * palette.size,
    ...(dpi && { dpi }),
  }
}

function compressionOf(size: number, value: number) {
  const os2 = size === HEADER.os2 || size < HEADER.info
  const found = (os2 ? OS2_COMPRESSIONS : COMPRESSIONS)[value]
  if (!found) throw new Error(`a bitmap of the compression ${value}`)
  return found
}

function masksOf(data: DataView, at: number, size: number, bits: number, compression: Compression) {
  const count = compression === 'masks' ? 3 : compression === 'masksWithAlpha' ? 4 : 0
  const end = at + size + (size === HEADER.info ? count * 4 : 0)
  if (count === 0) return { masks: bits === 16 ? RGB555 : BGRX, end }
  const inside = size >= HEADER.rgbaMasks ? 4 : Math.max(count, size >= HEADER.rgbMasks ? 3 : 0)
  const masks = [40, 44, 48, 52].map((offset, i) =>
    i < inside ? data.getUint32(at + offset, true) : 0,
  )
  return { masks, end }
}

function paletteOf(colors: number, bits: number, start: number, size: 3 | 4) {
  const most = bits <= 8 ? 2 ** bits : 0
  const declared = colors || most
  return { start, size, declared, count: Math.min(declared, most) }
}

/** RGBA pixels, from the top. Indices beyond the palette are black, and what RLE skips is the first color. */
export function dibPixels(bytes: Uint8Array, dib: Dib): Uint8ClampedArray<ArrayBuffer> {
  const { bits, compression } = dib
  if (compression === 'jpeg' || compression === 'png') {
    throw new Error(`a bitmap with a ${compression} file inside`)
  }
  if (compression.startsWith('rle')) return rlePixels(bytes, dib)
  if ([1, 2, 4, 8].includes(bits)) return indexedPixels(bytes, dib)
  if ([16, 24, 32].includes(bits)) return maskedPixels(bytes, dib)
  throw new Error(`a bitmap of ${bits} bits a pixel`)
}

/** Bytes of a row of so many bits a pixel, in whole words. */
export const rowStride = (width: number, bits: number) => Math.ceil((width * bits) / 32) * 4

/** @throws RangeError where the last row is not there. Its padding may be missing. */
function requireRows(bytes: Uint8Array, { width, height, bits, pixels }: Dib) {
  requireBytes(
    bytes,
    pixels + rowStride(width, bits) * (height - 1) + Math.ceil((width * bits) / 8),
  )
}

function* rows({ width, height, bits, topDown, pixels }: Dib) {
  const stride = rowStride(width, bits)
  for (let y = 0; y < height; y++) {
    yield { y, from: pixels + (topDown ? y : height - 1 - y) * stride }
  }
}

function indexedPixels(bytes: Uint8Array, dib: Dib) {
  requireRows(bytes, dib)
  const { width, height, bits } = dib
  const colors = paletteWords(bytes, dib)
  const words = new Uint32Array(width * height)
  for (const { y, from } of rows(dib)) {
    for (let x = 0; x < width; x++) {
      words[y * width + x] = colors[packedSample(bytes, from, x, bits)] as number
    }
  }
  return new Uint8ClampedArray(words.buffer)
}

function maskedPixels(bytes: Uint8Array, dib: Dib) {
  requireRows(bytes, dib)
  const { width, height, bits } = dib
  if (bits === 24) return bgrPixels(bytes, dib)
  const step = bits / 8
  const opaque = dib.masks[3] === 0
  const channels = dib.masks.map(channelOfMask)
  const data = new Uint8ClampedArray(width * height * 4)
  for (const { y, from } of rows(dib)) {
    for (let x = 0, to = y * width * 4; x < width; x++) {
      const value = readLittleEndian(bytes, from + x * step, step)
      for (const one of channels) data[to++] = channelLevel(value, one)
      if (opaque) data[to - 1] = 255
    }
  }
  return data
}

function bgrPixels(bytes: Uint8Array, dib: Dib) {
  const words = new Uint32Array(dib.width * dib.height)
  for (const { y, from } of rows(dib)) {
    const to = y * dib.width
    for (let x = 0; x < dib.width; x++) words[to + x] = bgrToRgbaWord(bytes, from + x * 3)
  }
  return new Uint8ClampedArray(words.buffer)
}

function rlePixels(bytes: Uint8Array, dib: Dib) {
  const { width, height, topDown, compression } = dib
  const values = decodeDibRle(bytes, dib)
  if (compression !== 'rle24') {
    const colors = paletteWords(bytes, dib)
    for (let i = 0; i < values.length; i++) values[i] = colors[values[i] as number] as number
  }
  const words = new Uint32Array(width * height)
  for (let y = 0; y < height; y++) {
    const row = (topDown ? y : height - 1 - y) * width
    words.set(values.subarray(row, row + width), y * width)
  }
  return new Uint8ClampedArray(words.buffer)
}

/** 256 opaque colors, each as its four bytes lie in memory. */
function paletteWords(bytes: Uint8Array, { palette: { start, count, size }, pixels }: Dib) {
  const fitting = Math.min(count, Math.floor((pixels - start) / size))
  requireBytes(bytes, start + fitting * size)
  return Uint32Array.from({ length: 256 }, (_, i) =>
    i < fitting ? bgrToRgbaWord(bytes, start + i * size) : bgrToRgbaWord(BLACK, 0),
  )
}
