import { packedSample } from '../binary/bits.ts'
import { dataView, requireBytes } from '../binary/bytes.ts'
import { validDpi } from '../containers/density.ts'
import type { DecodedImage, RasterInfo } from './shared/format.ts'
import { grayPalette, rasterInfo } from './shared/raster.ts'

/**
 * ZSoft Paintbrush. Little-endian: 10, the version, whether there are run-length codes, the bits a pixel in a plane;
 * from 4 on the left, upper, right and lower edge, all inclusive; at 12 pixels per inch across and down, at 16
 * a palette of 16 RGB colors, at 65 the number of planes, at 66 the bytes of a row in a plane. Rows follow at
 * 128 from the top, each one plane after the other. The last 769 bytes may be a 12 and 256 RGB colors.
 * A code from 192 on: the next byte, the code less 192 times; below, it is a byte itself.
 */
const HEADER = 128
const PALETTE = { bytes: 769, mark: 12 }
const RUN = 192
/** Bytes that a byte of the longest runs becomes. */
const MOST_PER_BYTE = 32

/** The colors of EGA screens, for files without their own. */
const EGA = [
  [0x000000, 0x0000aa, 0x00aa00, 0x00aaaa, 0xaa0000, 0xaa00aa, 0xaa5500, 0xaaaaaa],
  [0x555555, 0x5555ff, 0x55ff55, 0x55ffff, 0xff5555, 0xff55ff, 0xffff55, 0xffffff],
].flatMap((row) => row.flatMap((rgb) => [rgb >> 16, (rgb >> 8) & 255, rgb & 255]))

interface Header {
  width: number
  height: number
  bits: number
  planes: number
  coded: boolean
  /** Bytes of a row in a plane. */
  stride: number
  dpi?: number
}

/** Bits and planes that exist. */
const LAYOUTS = ['1/1', '1/2', '1/3', '1/4', '2/1', '4/1', '8/1', '8/3', '8/4']

export function info(bytes: Uint8Array): RasterInfo {
  const { width, height, bits, planes, dpi } = readHeader(bytes)
  return { width, height, alpha: bits === 8 && planes === 4, ...(dpi && { dpi }) }
}

export function decode(bytes: Uint8Array): DecodedImage {
  const header = readHeader(bytes)
  const { width, height, bits, planes, stride } = header
  const colors = bits === 8 && planes > 1 ? undefined : colorsOf(bytes, header)
  const rows = storedRows(bytes, header)
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0, to = 0; y < height; y++) {
    const row = y * stride * planes
    for (let x = 0; x < width; x++, to += 4) {
      data[to + 3] = 255
      if (colors) {
        const from = indexAt(rows, row, x, header) * 3
        for (let c = 0; c < 3; c++) data[to + c] = colors[from + c] as number
      } else {
        for (let c = 0; c < planes; c++) data[to + c] = rows[row + c * stride + x] as number
      }
    }
  }
  return { ...info(bytes), data }
}

function readHeader(bytes: Uint8Array): Header {
  const data = dataView(bytes)
  if (data.getUint8(0) !== 10) throw new Error('a PCX file that does not start with 10')
  const [coded, bits, planes] = [2, 3, 65].map((at) => data.getUint8(at)) as [
    number,
    number,
    number,
  ]
  if (!LAYOUTS.includes(`${bits}/${planes}`)) {
    throw new Error(`a PCX file of ${planes} planes of ${bits} bits`)
  }
  const [left, top, right, bottom] = [4, 6, 8, 10].map((at) => data.getUint16(at, true))
  const size = rasterInfo(Number(right) + 1 - Number(left), Number(bottom) + 1 - Number(top))
  const [across, down] = [data.getUint16(12, true), data.getUint16(14, true)]
  const dpi = across === down ? validDpi(across) : undefined
  const stride = strideOf(size.width, bits, data.getUint16(66, true))
  return { ...size, bits, planes, coded: coded === 1, stride, ...(dpi && { dpi }) }
}

/** What the file says, unless a row has no room in it: then the next even number, which it should be. */
function strideOf(width: number, bits: number, said: number) {
  const needed = Math.ceil((width * bits) / 8)
  return said >= needed ? said : needed + (needed % 2)
}

/** The rows without their run-length codes. */
function storedRows(bytes: Uint8Array, { height, planes, stride, coded }: Header) {
  const length = height * planes * stride
  if (!coded) {
    requireBytes(bytes, HEADER + length)
    return bytes.subarray(HEADER)
  }
  if (length > (bytes.length - HEADER) * MOST_PER_BYTE) {
    throw new RangeError(`${length} bytes of rows in a file of ${bytes.length}`)
  }
  const rows = new Uint8Array(length)
  for (let at = HEADER, to = 0; to < length; ) {
    const code = bytes[at++]
    if (code === undefined) throw new RangeError('a PCX that is cut off')
    if (code < RUN) {
      rows[to++] = code
      continue
    }
    const value = bytes[at++]
    if (value === undefined) throw new RangeError('a PCX that is cut off')
    rows.fill(value, to, to + code - RUN)
    to += code - RUN
  }
  return rows
}

/** The index of a pixel: its bits in the first plane, and above them those of the next. */
function indexAt(rows: Uint8Array, row: number, x: number, { bits, planes, stride }: Header) {
  let index = 0
  for (let plane = 0; plane < planes; plane++) {
    index |= packedSample(rows, row + plane * stride, x, bits) << (plane * bits)
  }
  return index
}

/** RGB colors: black and white for one bit, else the file's own; gray for 8 bits without. */
function colorsOf(bytes: Uint8Array, { bits, planes }: Header): ArrayLike<number> {
  if (bits * planes === 1) return [0, 0, 0, 255, 255, 255]
  if (bits === 8) {
    const at = bytes.length - PALETTE.bytes
    if (at >= HEADER && bytes[at] === PALETTE.mark) return bytes.subarray(at + 1)
    return grayPalette()
  }
  requireBytes(bytes, HEADER)
  const own = bytes.subarray(16, 64)
  return own.some((value) => value > 0) ? own : EGA
}
