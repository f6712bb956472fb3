import type { FileFormat } from '../../../src/shared/file-format.ts'
import { ascii, dataView } from '../shared/bytes.ts'

/** Whether a file may be of a format, by its first bytes. */
export type Test = (bytes: Uint8Array) => boolean

/** Formats without a signature: whether their header makes sense. */
export const plausible = {
  dib: isDib,
  gbr: isBrush,
  gd: isGd,
  iptc: isIptc,
  pcx: isPcx,
  spider: isSpider,
  wal: isWal,
  tga: isTga,
} satisfies Partial<Record<FileFormat, Test>>

/** A bitmap without a file header: size of the info header, width, height, one plane, bits per pixel. */
function isDib(bytes: Uint8Array): boolean {
  if (bytes.length < 40) return false
  const data = dataView(bytes)
  const size = data.getUint32(0, true)
  const core = size === 12
  if (!core && ![40, 52, 56, 64, 108, 124].includes(size)) return false
  const at = core ? 8 : 12
  const bits = data.getUint16(at + 2, true)
  return data.getUint16(at, true) === 1 && [1, 2, 4, 8, 16, 24, 32].includes(bits)
}

/** GIMP brush version 1: size of the header, version, width, height, bytes per pixel. */
function isBrush(bytes: Uint8Array): boolean {
  if (bytes.length < 20) return false
  const [size = 0, version, width = 0, height = 0, depth = 0] = words(bytes, 0, 5, false)
  const fits = size + width * height * depth <= bytes.length
  return version === 1 && size >= 20 && (depth === 1 || depth === 4) && width * height > 0 && fits
}

/** 0xFFFE (true color) or 0xFFFF (palette), width, height, and a byte that is 1 for true color. */
function isGd(bytes: Uint8Array): boolean {
  if (bytes.length < 11 || bytes[0] !== 0xff) return false
  const trueColor = bytes[1] === 0xfe
  return (trueColor || bytes[1] === 0xff) && bytes[6] === (trueColor ? 1 : 0)
}

/** A data set of the IIM: marker, record from 1 to 9, number, size, after which another one starts. */
function isIptc(bytes: Uint8Array): boolean {
  const record = bytes[1] ?? 0
  if (bytes.length < 10 || bytes[0] !== 0x1c || record < 1 || record > 9) return false
  const length = dataView(bytes).getUint16(3)
  return length > 0x7fff || bytes[5 + length] === 0x1c
}

/** Manufacturer 10, version, compression, bits per plane. */
function isPcx(bytes: Uint8Array): boolean {
  const [manufacturer, version = 9, compression = 9, bits = 0] = bytes
  const known = manufacturer === 0x0a && version <= 5 && version !== 1 && compression <= 1
  return known && [1, 2, 4, 8].includes(bits) && bytes.length >= 128
}

/** A header of floats in either byte order, whose sizes in records and in bytes agree. */
function isSpider(bytes: Uint8Array): boolean {
  if (bytes.length < 27 * 4) return false
  const data = dataView(bytes)
  return [true, false].some((little) => {
    const field = (number: number) => data.getFloat32((number - 1) * 4, little)
    const [rows, form, columns, records, header, record] = [2, 5, 12, 13, 22, 23].map(field)
    const whole = [rows, form, columns, records, header, record].every(Number.isInteger)
    return (
      whole &&
      [1, 3, -11, -12, -21, -22].includes(form ?? 0) &&
      header === (records ?? 0) * (record ?? 0)
    )
  })
}

/** A name of 32 bytes, width, height, and offsets of four mipmaps, of which the first is within the file. */
function isWal(bytes: Uint8Array): boolean {
  if (bytes.length < 100) return false
  const name = ascii(bytes, 0, 32)
  const [width = 0, height = 0, first = 0] = words(bytes, 32, 3, true)
  const area = width * height
  const fits = first >= 100 && first + area <= bytes.length
  return area > 0 && fits && /^[ -~]*\0/.test(name)
}

const TGA_FOOTER = 'TRUEVISION-XFILE.\0'
const TGA_TYPES = [1, 2, 3, 9, 10, 11]

/** Color map type, image type and depths that fit together. The footer of version 2 makes it certain. */
function isTga(bytes: Uint8Array): boolean {
  if (bytes.length < 18) return false
  const [, map = 0, type = 0] = bytes
  const data = dataView(bytes)
  const depth = bytes[16] ?? 0
  const mapped = (type & 3) === 1
  const hasArea = data.getUint16(12, true) > 0 && data.getUint16(14, true) > 0
  if (!TGA_TYPES.includes(type) || map > 1 || !hasArea) return false
  if (ascii(bytes, bytes.length - 18, 18) === TGA_FOOTER) return true
  const mapDepth = bytes[7] ?? 0
  const mapFits = map === 0 || [15, 16, 24, 32].includes(mapDepth)
  const depths = mapped ? [8, 16] : (type & 3) === 3 ? [1, 8, 16] : [15, 16, 24, 32]
  return (
    mapFits && (!mapped || map === 1) && depths.includes(depth) && (data.getUint8(17) & 0xc0) === 0
  )
}

/** Reads `count` 32-bit numbers. */
function words(bytes: Uint8Array, at: number, count: number, little: boolean): number[] {
  const data = dataView(bytes)
  return Array.from({ length: count }, (_, i) => data.getUint32(at + i * 4, little))
}
