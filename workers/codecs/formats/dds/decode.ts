import { type BlockFormat, decodeBlocks } from '../../shared/block-compression/bcn.ts'
import { ascii, dataView, readLittleEndian, requireBytes } from '../../shared/bytes.ts'
import { channelLevel, channelOfMask } from '../../shared/channel-masks.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { rasterInfo } from '../../shared/raster.ts'

/**
 * DirectDraw Surface, a texture; the first face and the largest mipmap are decoded. Little-endian: 0 `DDS `, 12 height,
 * 16 width, pixel format: 80 flags, 84 FourCC, 88 bits per pixel, 92 masks of red, green, blue and alpha. At 128 a palette of
 * 256 RGBA colors if the flags name one, then the pixels, rows from the top without padding. The FourCC `DX10` inserts a
 * header of 20 bytes at 128, which starts with a DXGI_FORMAT.
 */
const HEADER = 128
const DX10_HEADER = 148
const PALETTE = 1024

const FLAGS = {
  alphaPixels: 0x1,
  alpha: 0x2,
  code: 0x4,
  palette: 0x20,
  rgb: 0x40,
  luminance: 0x20000,
}

type Masks = [red: number, green: number, blue: number, alpha: number]

/** How pixels are stored, and at which offset. */
type Layout = { start: number } & (
  | { block: BlockFormat; premultiplied?: boolean }
  | { palette: true }
  | { bits: number; masks: Masks; opaque: boolean }
)

const codes: Record<string, { block: BlockFormat; premultiplied?: boolean }> = {
  DXT1: { block: 'bc1' },
  DXT2: { block: 'bc2', premultiplied: true },
  DXT3: { block: 'bc2' },
  DXT4: { block: 'bc3', premultiplied: true },
  DXT5: { block: 'bc3' },
  ATI1: { block: 'bc4' },
  BC4U: { block: 'bc4' },
  BC4S: { block: 'bc4Signed' },
  ATI2: { block: 'bc5' },
  BC5U: { block: 'bc5' },
  BC5S: { block: 'bc5Signed' },
}

/** Values of DXGI_FORMAT. The typeless, linear and sRGB variants are stored alike. */
const dxgiBlocks: Record<BlockFormat, number[]> = {
  bc1: [70, 71, 72],
  bc2: [73, 74, 75],
  bc3: [76, 77, 78],
  bc4: [79, 80],
  bc4Signed: [81],
  bc5: [82, 83],
  bc5Signed: [84],
  bc6h: [94, 95],
  bc6hSigned: [96],
  bc7: [97, 98, 99],
}

const RGBA: Masks = [0xff, 0xff00, 0xff0000, 0xff000000]
const BGRA: Masks = [0xff0000, 0xff00, 0xff, 0xff000000]
const BGRX: Masks = [0xff0000, 0xff00, 0xff, 0]
const TEN: Masks = [0x3ff, 0xffc00, 0x3ff00000, 0xc0000000]
const GRAY: Masks = [0xff, 0xff, 0xff, 0]

const dxgiMasks: Record<number, [bits: number, masks: Masks]> = {
  23: [32, TEN],
  24: [32, TEN],
  27: [32, RGBA],
  28: [32, RGBA],
  29: [32, RGBA],
  48: [16, [0xff, 0xff00, 0, 0]],
  49: [16, [0xff, 0xff00, 0, 0]],
  60: [8, GRAY],
  61: [8, GRAY],
  65: [8, [0, 0, 0, 0xff]],
  85: [16, [0xf800, 0x7e0, 0x1f, 0]],
  86: [16, [0x7c00, 0x3e0, 0x1f, 0x8000]],
  87: [32, BGRA],
  88: [32, BGRX],
  90: [32, BGRA],
  91: [32, BGRA],
  92: [32, BGRX],
  93: [32, BGRX],
  115: [16, [0xf00, 0xf0, 0xf, 0xf000]],
}

/** BC4 to BC6H have no alpha. */
const OPAQUE = /^bc[456]/

export function info(bytes: Uint8Array): RasterInfo {
  const data = dataView(bytes)
  const size = rasterInfo(data.getUint32(16, true), data.getUint32(12, true))
  const layout = layoutOf(bytes)
  const opaque =
    ('block' in layout && OPAQUE.test(layout.block)) || ('opaque' in layout && layout.opaque)
  return { ...size, alpha: !opaque }
}

export function decode(bytes: Uint8Array): DecodedImage {
  const { width, height, alpha } = info(bytes)
  const layout = layoutOf(bytes)
  return { width, height, alpha, data: pixels(bytes, width, height, layout) }
}

function pixels(bytes: Uint8Array, width: number, height: number, layout: Layout) {
  if ('palette' in layout) return indexed(bytes, width * height, layout.start)
  if ('bits' in layout) return masked(bytes, width * height, layout.start, layout)
  const data = decodeBlocks(bytes, layout.start, width, height, layout.block)
  if (layout.premultiplied) unpremultiply(data)
  return data
}

function layoutOf(bytes: Uint8Array): Layout {
  const data = dataView(bytes)
  if (ascii(bytes, 0, 4) !== 'DDS ') throw new Error('a DDS file without its first four letters')
  const flags = data.getUint32(80, true)
  const code = ascii(bytes, 84, 4)
  requireBytes(bytes, HEADER)
  if (flags & FLAGS.code) {
    if (code === 'DX10') return dxgi(data.getUint32(HEADER, true))
    const known = codes[code]
    if (known) return { start: HEADER, ...known }
    throw new Error(`a DDS file of the format ${JSON.stringify(code)}`)
  }
  if (flags & FLAGS.palette) return { start: HEADER, palette: true }
  const bits = data.getUint32(88, true)
  const [r, g, b, a] = [92, 96, 100, 104].map((at) => data.getUint32(at, true)) as Masks
  if (![8, 15, 16, 24, 32].includes(bits)) throw new Error(`a DDS file of ${bits} bits a pixel`)
  const opaque = !(flags & FLAGS.alphaPixels) || a === 0
  if (flags & FLAGS.rgb) return { start: HEADER, bits, masks: [r, g, b, a], opaque }
  if (flags & FLAGS.luminance) return { start: HEADER, bits, masks: grayMasks(bits, r, a), opaque }
  if (flags & FLAGS.alpha) return { start: HEADER, bits, masks: [0, 0, 0, a], opaque: false }
  throw new Error(`a DDS file of pixels with the flags ${flags}`)
}

/** Some writers give masks outside the pixel, and mean the lowest byte for gray and the next for alpha. */
function grayMasks(bits: number, gray: number, alpha: number): Masks {
  const inside = (mask: number) => mask < 2 ** bits
  if (gray > 0 && inside(gray) && inside(alpha)) return [gray, gray, gray, alpha]
  return [0xff, 0xff, 0xff, 0xff00]
}

function dxgi(format: number): Layout {
  const block = (Object.keys(dxgiBlocks) as BlockFormat[]).find((b) =>
    dxgiBlocks[b].includes(format),
  )
  if (block) return { start: DX10_HEADER, block }
  const found = dxgiMasks[format]
  if (!found) throw new Error(`a DDS file of DXGI format ${format}`)
  const [bits, masks] = found
  return { start: DX10_HEADER, bits, masks, opaque: masks[3] === 0 }
}

/** If alpha is 0 in the whole palette, it was left unset, and all colors are opaque. */
function indexed(bytes: Uint8Array, count: number, start: number) {
  const first = start + PALETTE
  requireBytes(bytes, first + count)
  const palette = bytes.subarray(start, first)
  const opaque = palette.every((value, i) => i % 4 !== 3 || value === 0)
  const data = new Uint8ClampedArray(count * 4)
  for (let i = 0; i < count; i++) {
    const from = (bytes[first + i] as number) * 4
    for (let c = 0; c < 4; c++) data[i * 4 + c] = palette[from + c] as number
    if (opaque) data[i * 4 + 3] = 255
  }
  return data
}

function masked(
  bytes: Uint8Array,
  count: number,
  start: number,
  { bits, masks, opaque }: { bits: number; masks: Masks; opaque: boolean },
) {
  const step = Math.ceil(bits / 8)
  requireBytes(bytes, start + count * step)
  const channels = masks.map(channelOfMask)
  const data = new Uint8ClampedArray(count * 4)
  for (let i = 0, to = 0; i < count; i++) {
    const value = readLittleEndian(bytes, start + i * step, step)
    for (const one of channels) data[to++] = channelLevel(value, one)
    if (opaque) data[to - 1] = 255
  }
  return data
}

function unpremultiply(data: Uint8ClampedArray) {
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] as number
    if (alpha === 0) continue
    for (let c = 0; c < 3; c++) data[i + c] = ((data[i + c] as number) * 255) / alpha
  }
}
