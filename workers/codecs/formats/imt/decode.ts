import { latin1 } from '../../shared/bytes.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { rasterInfo } from '../../shared/raster.ts'
import { sampledImage } from '../../shared/samples.ts'

/**
 * IM Tools (.imt). No signature: lines of text, either comments (`*`) or `key value`: width, height, and `pixel n8` for 8-bit
 * gray, the only known kind. A form feed ends them; the pixels follow, rows from the top.
 */
const FORM_FEED = 0x0c
const MAX_HEADER = 4096
const LINE = /^(\*.*|[a-z]+ .*)?$/

export function info(bytes: Uint8Array): RasterInfo {
  return rasterInfo(...sizeOf(bytes))
}

export function decode(bytes: Uint8Array): DecodedImage {
  const size = info(bytes)
  const { fields, end } = readHeader(bytes) ?? noHeader()
  const kind = fields.get('pixel')
  if (kind !== 'n8') throw new Error(`Expected pixels of n8 but received ${kind}`)
  return sampledImage(bytes, size, { from: end, row: size.width, column: 1, channels: [0] })
}

function sizeOf(bytes: Uint8Array): [number, number] {
  const { fields } = readHeader(bytes) ?? noHeader()
  return [Number(fields.get('width')), Number(fields.get('height'))]
}

/** The fields and the offset of the pixels; undefined if the text is not of this form. */
function readHeader(bytes: Uint8Array) {
  const end = bytes.subarray(0, MAX_HEADER).indexOf(FORM_FEED)
  if (end < 0) return undefined
  const lines = latin1(bytes.subarray(0, end)).split(/\r?\n/)
  if (!lines.every((line) => LINE.test(line))) return undefined
  const pairs = lines.map((line) => line.split(' ', 2) as [string, string])
  return { fields: new Map(pairs), end: end + 1 }
}

function noHeader(): never {
  throw new RangeError('Expected lines of text that a form feed ends')
}
