import { latin1, requireBytes } from '../binary/bytes.ts'
import { type ImType, imTypes } from './im-types.ts'
import type { DecodedImage, RasterInfo } from './shared/format.ts'
import { rasterInfo, rgbaPalette } from './shared/raster.ts'

/**
 * IFUNC Image Memory (.im). No magic: lines of `Key: value` that end in CR LF or LF (or LF CR), up to a zero or 0x1a; the
 * data begins behind the 0x1a, most often at 512. "Image type" (in im-kinds.ts), "Image size (x*y)" as
 * width*height, "Lut" where 768 bytes of palette, in planes, come first. The first of several images is shown.
 */
const MOST_LINE = 100
const END = 0x1a
const LUT = 768

interface Header {
  fields: Map<string, string>
  /** Where the pixels begin. */
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
  const head = info(bytes)
  const { fields, from, lut } = header(bytes)
  const kind = typeOf(fields)
  if (lut && kind.indexed) return inPalette(bytes, head, from, kind, lut)
  return kind.decode(bytes, head, from)
}

/** Gray and gray with alpha through the palette. */
function inPalette(
  bytes: Uint8Array,
  head: RasterInfo,
  from: number,
  kind: ImType,
  lut: Uint8Array,
): DecodedImage {
  const plain = kind.decode(bytes, head, from)
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
  if (!kind) throw new Error(`Expected a type of picture that is known but received ${name}`)
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

/** The lines before the first zero or 0x1a; undefined where they are none. */
function readFields(bytes: Uint8Array): Map<string, string> | undefined {
  const head = bytes.subarray(0, 4096)
  const end = head.findIndex((byte) => byte === 0 || byte === END)
  const lines = latin1(head.subarray(0, Math.max(end, 0)))
    .split('\n')
    .map((line) => line.replaceAll('\r', ''))
  const pairs = lines
    .filter((line) => line !== '')
    .map((line) => /^([A-Za-z][^:]*):[ \t]*(.*)$/.exec(line))
  if (pairs.length === 0 || pairs.some((pair) => !pair || pair[0].length > MOST_LINE))
    return undefined
  return new Map(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}

function noHeader(): never {
  throw new RangeError('Expected lines of text that 0x1a ends')
}
