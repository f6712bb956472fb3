import { ascii, dataView, requireBytes } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { rasterInfo } from '../../shared/raster.ts'

/**
 * Truevision Targa. Little-endian: 0 size of the image ID after the header, 1 whether there is a color map, 2 image type
 * (1: indexed, 2: true color, 3: gray; + 8: run-length), 3 first index, 5 length and 7 bits per color of the map, 12 width,
 * 14 height, 16 bits per pixel, 17 descriptor (bits 0 to 3: attribute bits, 4: right to left, 5: top-down). Colors are BGR or
 * BGRA, or 15 bits with blue lowest. Version 2 ends with a footer of 26 bytes: offsets of two areas and a signature; byte 494 of
 * the extension area is the attributes type, of which 0 and 1 mean no alpha.
 * Run-length codes: n < 128: n + 1 literal pixels; else: the next pixel n - 127 times.
 */
const HEADER = 18
const KIND = { indices: 1, colors: 2, gray: 3 }
const CODED = 8
const LONGEST_RUN = 128
const FOOTER = { bytes: 26, signature: 'TRUEVISION-XFILE.\0' }
const MEANING = 494

interface Header {
  width: number
  height: number
  kind: number
  coded: boolean
  bits: number
  attributes: number
  fromRight: boolean
  fromTop: boolean
  map: { first: number; count: number; bits: number; start: number }
  /** Offset of the pixels. */
  start: number
}

export function info(bytes: Uint8Array): RasterInfo {
  const { width, height, kind, bits, attributes, map } = readHeader(bytes)
  const depth = kind === KIND.indices ? map.bits : bits
  const alpha = kind === KIND.gray ? depth === 16 : depth === 32 || (depth === 16 && attributes > 0)
  return { width, height, alpha: alpha && !deniesAlpha(bytes) }
}

export function decode(bytes: Uint8Array): DecodedImage {
  const header = readHeader(bytes)
  const { width, height, kind } = header
  const stored = storedPixels(bytes, header)
  const data = new Uint8ClampedArray(width * height * 4)
  const colors = kind === KIND.indices ? colorMap(bytes, header) : undefined
  const paint = colors ? indexed(stored, header, colors) : painter(stored, header)
  for (let y = 0, from = 0; y < height; y++) {
    const row = (header.fromTop ? y : height - 1 - y) * width
    for (let x = 0; x < width; x++, from++) {
      paint(from, data, (row + (header.fromRight ? width - 1 - x : x)) * 4)
    }
  }
  const { alpha } = info(bytes)
  if (!alpha || (header.attributes === 0 && isEmpty(data))) {
    for (let i = 3; i < data.length; i += 4) data[i] = 255
  }
  return { width, height, alpha, data }
}

function readHeader(bytes: Uint8Array): Header {
  const data = dataView(bytes)
  const [kind, descriptor] = [data.getUint8(2), data.getUint8(17)]
  const mapBits = data.getUint8(7)
  const map = {
    first: data.getUint16(3, true),
    count: data.getUint8(1) === 1 ? data.getUint16(5, true) : 0,
    bits: mapBits,
    start: HEADER + data.getUint8(0),
  }
  const header = {
    ...rasterInfo(data.getUint16(12, true), data.getUint16(14, true)),
    kind: kind & ~CODED,
    coded: (kind & CODED) !== 0,
    bits: data.getUint8(16),
    attributes: descriptor & 15,
    fromRight: (descriptor & 16) !== 0,
    fromTop: (descriptor & 32) !== 0,
    map,
    start: map.start + map.count * Math.ceil(mapBits / 8),
  }
  check(header)
  return header
}

const DEPTHS: Record<number, number[]> = {
  [KIND.indices]: [8, 16],
  [KIND.colors]: [15, 16, 24, 32],
  [KIND.gray]: [1, 8, 16],
}

function check({ kind, bits, map }: Header) {
  const wrong = !DEPTHS[kind]?.includes(bits)
  if (wrong) throw new Error(`a TGA file of the kind ${kind} with ${bits} bits a pixel`)
  if (kind === KIND.indices && !DEPTHS[KIND.colors]?.includes(map.bits)) {
    throw new Error(`a TGA file with colors of ${map.bits} bits`)
  }
}

/** The pixels, decompressed. Rows of 1-bit pixels are padded to bytes. */
function storedPixels(bytes: Uint8Array, { width, height, bits, coded, start }: Header) {
  const step = Math.ceil(bits / 8)
  const count = (bits === 1 ? Math.ceil(width / 8) : width) * height
  if (!coded) {
    requireBytes(bytes, start + count * step)
    return bytes.subarray(start)
  }
  const most = ((bytes.length - start) / (1 + step)) * LONGEST_RUN
  if (count > most) throw new RangeError(`${count} pixels in a file of ${bytes.length} bytes`)
  return unpack(bytes, start, count * step, step)
}

function unpack(bytes: Uint8Array, start: number, length: number, step: number) {
  const pixels = new Uint8Array(length)
  for (let at = start, to = 0; to < length; ) {
    const code = bytes[at++] ?? 0
    const run = code >= LONGEST_RUN
    const size = ((code & 127) + 1) * step
    const used = run ? step : size
    requireBytes(bytes, at + Math.min(used, length - to))
    for (let i = 0; i < size && to < length; i++, to++) {
      pixels[to] = bytes[at + (run ? i % step : i)] as number
    }
    at += used
  }
  return pixels
}

type Paint = (index: number, data: Uint8ClampedArray, to: number) => void

function painter(pixels: Uint8Array, { kind, bits, width, attributes }: Header): Paint {
  if (kind === KIND.colors) return (i, data, to) => color(pixels, i, bits, attributes, data, to)
  const step = bits === 16 ? 2 : 1
  const stride = Math.ceil(width / 8)
  return (i, data, to) => {
    const x = i % width
    const byte = bits === 1 ? Math.floor(i / width) * stride + (x >> 3) : i * step
    const value = pixels[byte] as number
    const gray = bits === 1 ? (((value << (x & 7)) & 128) / 128) * 255 : value
    data.fill(gray, to, to + 3)
    data[to + 3] = bits === 16 ? (pixels[byte + 1] as number) : 255
  }
}

function indexed(pixels: Uint8Array, { bits, map }: Header, colors: Uint8ClampedArray): Paint {
  return (i, data, to) => {
    const index =
      bits === 8
        ? (pixels[i] as number)
        : (pixels[i * 2] as number) | ((pixels[i * 2 + 1] as number) << 8)
    const from = (index - map.first) * 4
    if (from < 0 || from >= colors.length) data[to + 3] = 255
    else for (let c = 0; c < 4; c++) data[to + c] = colors[from + c] as number
  }
}

function colorMap(bytes: Uint8Array, { map, attributes }: Header) {
  requireBytes(bytes, map.start + map.count * Math.ceil(map.bits / 8))
  const entries = bytes.subarray(map.start)
  const colors = new Uint8ClampedArray(map.count * 4)
  for (let i = 0; i < map.count; i++) color(entries, i, map.bits, attributes, colors, i * 4)
  return colors
}

/** Writes the i-th color of `from`. */
function color(
  from: Uint8Array,
  i: number,
  bits: number,
  attributes: number,
  data: Uint8ClampedArray,
  to: number,
) {
  if (bits <= 16) {
    const value = (from[i * 2] as number) | ((from[i * 2 + 1] as number) << 8)
    for (let c = 0; c < 3; c++) data[to + c] = (((value >> (10 - c * 5)) & 31) * 255) / 31
    data[to + 3] = bits === 16 ? highBit(value >> 15, attributes) : 255
    return
  }
  const at = i * (bits / 8)
  for (let c = 0; c < 3; c++) data[to + c] = from[at + 2 - c] as number
  data[to + 3] = bits === 32 ? (from[at + 3] as number) : 255
}

/**
 * The alpha in the highest of 16 bits: none without attribute bits; with one, set is opaque. Files that declare more than
 * fit mean it as the first TARGA boards did: set shows the video behind.
 */
function highBit(bit: number, attributes: number) {
  if (attributes === 0) return 255
  return (attributes === 1) === (bit === 1) ? 255 : 0
}

/** Whether alpha is 0 everywhere: if no attribute bits are declared, it was left unset. */
function isEmpty(data: Uint8ClampedArray) {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 0) return false
  return true
}

function deniesAlpha(bytes: Uint8Array) {
  const footer = bytes.length - FOOTER.bytes
  if (ascii(bytes, footer + 8, FOOTER.signature.length) !== FOOTER.signature) return false
  const area = dataView(bytes).getUint32(footer, true)
  const meaning = area === 0 ? undefined : bytes[area + MEANING]
  return meaning === 0 || meaning === 1
}
