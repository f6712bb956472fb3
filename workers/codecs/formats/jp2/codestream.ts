import { dataView } from '../../shared/bytes.ts'

const SIZE_MARKER = 0xff51
/** Enumerated color spaces. */
export const SRGB = 16
export const GRAY = 17
const COLOR = 0
const OPACITY = 1

/**
 * Wraps a bare JPEG 2000 codestream of 2 or 4 components into a JP2 file (ISO 15444-1 annex I) whose channel definition
 * declares the last component as opacity, which a codestream alone cannot. Other files are returned unchanged.
 *
 * Codestream: 0 SOC, 2 SIZ marker, 8 width and 12 height of the reference grid, 16 and 20 offset of the image in it,
 * 40 number of components, 42 bit depth less 1. All numbers are big-endian.
 */
export function wrapCodestream(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const data = dataView(bytes)
  if (bytes.length < 44 || data.getUint32(0) !== (0xff4f0000 | SIZE_MARKER) >>> 0) return bytes
  const components = data.getUint16(40)
  if (components !== 2 && components !== 4) return bytes
  const [width, height, left, top] = [8, 12, 16, 20].map((at) => data.getUint32(at))
  const size = [(height ?? 0) - (top ?? 0), (width ?? 0) - (left ?? 0)]
  const depth = bytes[42] ?? 7
  const header = box('jp2h', [
    ...box('ihdr', [...size.flatMap(long), ...short(components), depth, 7, 0, 0]),
    ...colorBox(components === 4 ? SRGB : GRAY),
    ...definitionBox(components),
  ])
  const start = [
    ...box('jP  ', [13, 10, 0x87, 10]),
    ...box('ftyp', [...text('jp2 '), ...long(0), ...text('jp2 ')]),
    ...header,
    ...long(0),
    ...text('jp2c'),
  ]
  const file = new Uint8Array(start.length + bytes.length)
  file.set(start)
  file.set(bytes, start.length)
  return file
}

/** An enumerated color space. */
export const colorBox = (space: number) => box('colr', [1, 0, 0, ...long(space)])

/** The definition of colors in their order and opacity after them: index, type, and the color (0: the whole image). */
export const definitionBox = (count: number) =>
  box('cdef', [
    ...short(count),
    ...Array.from({ length: count }, (_, i) => {
      const last = i === count - 1
      return [...short(i), ...short(last ? OPACITY : COLOR), ...short(last ? 0 : i + 1)]
    }).flat(),
  ])

const box = (type: string, body: number[]) => [...boxHead(type, body.length), ...body]
export const boxHead = (type: string, size: number) => [...long(size + 8), ...text(type)]
const long = (value: number) => [value >>> 24, (value >> 16) & 255, ...short(value & 0xffff)]
const short = (value: number) => [value >> 8, value & 255]
const text = (characters: string) => [...characters].map((character) => character.charCodeAt(0))
