import { dataView } from '../../shared/bytes.ts'
import { dpiFromPerMeter } from '../../shared/density.ts'
import { type Header, UPRIGHT } from '../../shared/header.ts'

const CORE_HEADER = 12
/** From BITMAPV3INFOHEADER on, the header holds an alpha mask. */
const V3_HEADER = 56
/** Masks of four channels follow a header that is too short for them. */
const ALPHA_BITFIELDS = 6
const COLOR_BITFIELDS = 3

/**
 * Reads a BMP file: a file header of 14 bytes, then the size of the info header at 14, width at 18, height at 22 (negative:
 * top-down), bits per pixel at 28, compression at 30, pixels per meter at 38, and with masks of four channels that of alpha
 * at 66. Little-endian.
 */
export function readBmp(bytes: Uint8Array): Header {
  const data = dataView(bytes)
  const headerSize = data.getUint32(14, true)
  const core = headerSize === CORE_HEADER
  const width = core ? data.getUint16(18, true) : data.getInt32(18, true)
  const height = core ? data.getUint16(20, true) : Math.abs(data.getInt32(22, true))
  const bits = core ? 24 : data.getUint16(28, true)
  const alpha = !core && hasAlphaMask(data, headerSize, bits)
  const dpi = core ? undefined : dpiFromPerMeter(data.getInt32(38, true))
  const size = { width, height, ...(dpi && { dpi }) }
  return { format: 'bmp', ...size, alpha, orientation: UPRIGHT, convertToSrgb: false }
}

function hasAlphaMask(data: DataView, headerSize: number, bits: number): boolean {
  const compression = data.getUint32(30, true)
  const masked = headerSize >= V3_HEADER || compression === ALPHA_BITFIELDS
  // Without masks of their own, 16 bits hold three colors of 5.
  const room = bits === 32 || (bits === 16 && compression >= COLOR_BITFIELDS)
  return room && masked && data.getUint32(66, true) !== 0
}
