import { fromPerMetre, view } from '../containers/header.ts'
import type { Compression, Dib } from './dib-header.ts'
import { rleValues } from './dib-rle.ts'
import type { Decoded, Facts } from './format.ts'
import { bgrWord, channel, levelOf, little } from './packed.ts'
import { need, sized } from './raster.ts'

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

export const facts = (bytes: Uint8Array): Facts => factsOf(readDib(bytes))

export function decode(bytes: Uint8Array): Decoded {
  const dib = readDib(bytes)
  return { ...factsOf(dib), data: paint(bytes, dib) }
}

export function factsOf({ width, height, masks, dpi }: Dib): Facts {
  return { width, height, alpha: masks[3] !== 0, ...(dpi && { dpi }) }
}

/** Reads the header at `at`. `pixels` is where a file header says that the pixels are. */
export function readDib(bytes: Uint8Array, at = 0, pixels = 0): Dib {
  const data = view(bytes)
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
  const dpi = core ? undefined : fromPerMetre(field(24))
  return {
    ...sized(width, Math.abs(stored)),
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

function paletteOf(colours: number, bits: number, start: number, size: 3 | 4) {
  const most = bits <= 8 ? 2 ** bits : 0
  const declared = colours || most
  return { start, size, declared, count: Math.min(declared, most) }
}

/** RGBA pixels, from the top. Indices beyond the palette are black, and what RLE skips is the first colour. */
export function paint(bytes: Uint8Array, dib: Dib): Uint8ClampedArray<ArrayBuffer> {
  const { bits, compression } = dib
  if (compression === 'jpeg' || compression === 'png') {
    throw new Error(`a bitmap with a ${compression} file inside`)
  }
  if (compression.startsWith('rle')) return paintRle(bytes, dib)
  if ([1, 2, 4, 8].includes(bits)) return paintIndexed(bytes, dib)
  if ([16, 24, 32].includes(bits)) return paintMasked(bytes, dib)
  throw new Error(`a bitmap of ${bits} bits a pixel`)
}

/** Bytes of a row of so many bits a pixel, in whole words. */
export const strideOf = (width: number, bits: number) => Math.ceil((width * bits) / 32) * 4

/** @throws RangeError where the last row is not there. Its padding may be missing. */
function needRows(bytes: Uint8Array, { width, height, bits, pixels }: Dib) {
  need(bytes, pixels + strideOf(width, bits) * (height - 1) + Math.ceil((width * bits) / 8))
}

function* rows({ width, height, bits, topDown, pixels }: Dib) {
  const stride = strideOf(width, bits)
  for (let y = 0; y < height; y++) {
    yield { y, from: pixels + (topDown ? y : height - 1 - y) * stride }
  }
}

function paintIndexed(bytes: Uint8Array, dib: Dib) {
  needRows(bytes, dib)
  const { width, height, bits } = dib
  const colours = coloursOf(bytes, dib)
  const words = new Uint32Array(width * height)
  const most = 2 ** bits - 1
  for (const { y, from } of rows(dib)) {
    for (let x = 0; x < width; x++) {
      const bit = x * bits
      const shift = 8 - bits - (bit & 7)
      const index = ((bytes[from + (bit >> 3)] as number) >> shift) & most
      words[y * width + x] = colours[index] as number
    }
  }
  return new Uint8ClampedArray(words.buffer)
}

function paintMasked(bytes: Uint8Array, dib: Dib) {
  needRows(bytes, dib)
  const { width, height, bits } = dib
  if (bits === 24) return paintBgr(bytes, dib)
  const step = bits / 8
  const opaque = dib.masks[3] === 0
  const channels = dib.masks.map(channel)
  const data = new Uint8ClampedArray(width * height * 4)
  for (const { y, from } of rows(dib)) {
    for (let x = 0, to = y * width * 4; x < width; x++) {
      const value = little(bytes, from + x * step, step)
      for (const one of channels) data[to++] = levelOf(value, one)
      if (opaque) data[to - 1] = 255
    }
  }
  return data
}

function paintBgr(bytes: Uint8Array, dib: Dib) {
  const words = new Uint32Array(dib.width * dib.height)
  for (const { y, from } of rows(dib)) {
    const to = y * dib.width
    for (let x = 0; x < dib.width; x++) words[to + x] = bgrWord(bytes, from + x * 3)
  }
  return new Uint8ClampedArray(words.buffer)
}

function paintRle(bytes: Uint8Array, dib: Dib) {
  const { width, height, topDown, compression } = dib
  const values = rleValues(bytes, dib)
  if (compression !== 'rle24') {
    const colours = coloursOf(bytes, dib)
    for (let i = 0; i < values.length; i++) values[i] = colours[values[i] as number] as number
  }
  const words = new Uint32Array(width * height)
  for (let y = 0; y < height; y++) {
    const row = (topDown ? y : height - 1 - y) * width
    words.set(values.subarray(row, row + width), y * width)
  }
  return new Uint8ClampedArray(words.buffer)
}

/** 256 opaque colours, each as its four bytes lie in memory. */
function coloursOf(bytes: Uint8Array, { palette: { start, count, size }, pixels }: Dib) {
  const fitting = Math.min(count, Math.floor((pixels - start) / size))
  need(bytes, start + fitting * size)
  return Uint32Array.from({ length: 256 }, (_, i) =>
    i < fitting ? bgrWord(bytes, start + i * size) : bgrWord(BLACK, 0),
  )
}
