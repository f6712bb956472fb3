import { latin1, requireBytes } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { rasterInfo, rgbaPalette } from '../../shared/raster.ts'
import { type ImType, imTypes } from './types.ts'

/**
 * IFUNC Image Memory (.im). No signature: lines of `Key: value` that end with CR LF, LF or LF CR, up to a zero or 0x1a, after
 * which the data starts, usually at 512. "Image type" is one of im-types.ts, "Image size (x*y)" is width*height, "Lut" means
 * that a palette of 768 bytes in planes comes before the pixels. The first of several images is decoded.
 */
const MAX_LINE = 100
const END = 0x1a
const LUT = 768

interface Header {
  fields: Map<string, string>
  /** Offset of the pixels. */
  from: number
  lut?: Uint8Array
}

export function info(bytes: Uint8Array): RasterInfo {
  const fields = readFields(bytes) ?? noHeader()
  const [width = 0, height = 0] = (fields.get('Image size (x*y)') ?? '512*512')
    .split('*')
    .map(Number)
  return rasterInfo(width, height, typeOf(fields).alpha)
}

export function decode(bytes: Uint8Array): DecodedImage {
  const size = info(bytes)
  const { fields, from, lut } = header(bytes)
  const kind = typeOf(fields)
  if (lut && kind.indexed) return inPalette(bytes, size, from, kind, lut)
  return kind.decode(bytes, size, from)
}

/** Decodes gray, with or without alpha, as indices of the palette. */
function inPalette(
  bytes: Uint8Array,
  size: RasterInfo,
  from: number,
  kind: ImType,
  lut: Uint8Array,
): DecodedImage {
  const plain = kind.decode(bytes, size, from)
  const palette = rgbaPalette(lut, 'planes')
  for (let i = 0; i < plain.data.length; i += 4) {
    const index = (plain.data[i] as number) * 4
    for (let c = 0; c < 3; c++) plain.data[i + c] = palette[index + c] as number
  }
  return plain
}

function typeOf(fields: Map<string, string>): ImType {
  const name = (fields.get('Image type') ?? 'Greyscale image').replace(/ *image\s*$/, '')
  const kind = imTypes[name]
  if (!kind) throw new Error(`Expected a known type of image but received ${name}`)
  return kind
}

function header(bytes: Uint8Array): Header {
  const fields = readFields(bytes) ?? noHeader()
  const from = bytes.indexOf(END) + 1
  if (from === 0) noHeader()
  if (!fields.has('Lut')) return { fields, from }
  requireBytes(bytes, from + LUT)
  return { fields, from: from + LUT, lut: bytes.subarray(from, from + LUT) }
}

/** The lines before the first zero or 0x1a; undefined if they are not of this form. */
function readFields(bytes: Uint8Array): Map<string, string> | undefined {
  const head = bytes.subarray(0, 4096)
  const end = head.findIndex((byte) => byte === 0 || byte === END)
  const lines = latin1(head.subarray(0, Math.max(end, 0)))
    .split('\n')
    .map((line) => line.replaceAll('\r', ''))
  const pairs = lines
    .filter((line) => line !== '')
    .map((line) => /^([A-Za-z][^:]*):[ \t]*(.*)$/.exec(line))
  if (pairs.length === 0 || pairs.some((pair) => !pair || pair[0].length > MAX_LINE))
    return undefined
  return new Map(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}

function noHeader(): never {
  throw new RangeError('Expected lines of text that 0x1a ends')
}
