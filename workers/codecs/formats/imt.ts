import { latin1 } from '../binary/bytes.ts'
import type { DecodedImage, RasterInfo } from './shared/format.ts'
import { rasterInfo } from './shared/raster.ts'
import { sampledImage } from './shared/samples.ts'

/**
 * IM Tools (.imt). No magic: lines of text, `*` begins a comment, else `key value`: width, height, and `pixel n8` for 8
 * bits of gray, the only kind known. A form feed ends them, and the pixels follow, rows from the top.
 */
const FORM_FEED = 0x0c
const MOST_HEADER = 4096
const LINE = /^(\*.*|[a-z]+ .*)?$/

export function info(bytes: Uint8Array): RasterInfo {
  return rasterInfo(...sizeOf(bytes))
}

export function decode(bytes: Uint8Array): DecodedImage {
  const head = info(bytes)
  const { fields, end } = readHeader(bytes) ?? noHeader()
  const kind = fields.get('pixel')
  if (kind !== 'n8') throw new Error(`Expected pixels of n8 but received ${kind}`)
  return sampledImage(bytes, head, { from: end, row: head.width, column: 1, channels: [0] })
}

function sizeOf(bytes: Uint8Array): [number, number] {
  const { fields } = readHeader(bytes) ?? noHeader()
  return [Number(fields.get('width')), Number(fields.get('height'))]
}

/** The fields, and where the pixels begin; undefined where the text is of another kind. */
function readHeader(bytes: Uint8Array) {
  const end = bytes.subarray(0, MOST_HEADER).indexOf(FORM_FEED)
  if (end < 0) return undefined
  const lines = latin1(bytes.subarray(0, end)).split(/\r?\n/)
  if (!lines.every((line) => LINE.test(line))) return undefined
  const pairs = lines.map((line) => line.split(' ', 2) as [string, string])
  return { fields: new Map(pairs), end: end + 1 }
}

function noHeader(): never {
  throw new RangeError('Expected lines of text that a form feed ends')
}
