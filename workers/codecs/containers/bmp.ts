import { dataView } from '../binary/bytes.ts'
import { dpiFromPerMeter } from './density.ts'
import { type Header, UPRIGHT } from './header.ts'

const CORE_HEADER = 12
/** From BITMAPV3INFOHEADER on, the header holds an alpha mask. */
const V3_HEADER = 56

/** Reads the headers of a BMP file. */
export function readBmp(bytes: Uint8Array): Header {
  const data = dataView(bytes)
  const headerSize = data.getUint32(14, true)
  const core = headerSize === CORE_HEADER
  const width = core ? data.getUint16(18, true) : data.getInt32(18, true)
  const height = core ? data.getUint16(20, true) : Math.abs(data.getInt32(22, true))
  const bits = core ? 24 : data.getUint16(28, true)
  const alpha = bits === 32 && headerSize >= V3_HEADER && data.getUint32(66, true) !== 0
  const dpi = core ? undefined : dpiFromPerMeter(data.getInt32(38, true))
  const size = { width, height, ...(dpi && { dpi }) }
  return { format: 'bmp', ...size, alpha, orientation: UPRIGHT, convertToSrgb: false }
}
