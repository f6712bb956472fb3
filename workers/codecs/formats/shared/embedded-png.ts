import { ascii, dataView } from '../../binary/bytes.ts'
import type { RasterInfo } from './format.ts'

/** Whether a PNG file starts at `at`. */
export const isPng = (bytes: Uint8Array, at = 0) => ascii(bytes, at, 8) === '\x89PNG\r\n\x1a\n'

/** The size of a PNG inside an icon: width and height at 16 and 20. Its alpha is unknown until it is opened. */
export function pngInfo(png: Uint8Array): RasterInfo {
  const data = dataView(png)
  return { width: data.getUint32(16), height: data.getUint32(20), alpha: true }
}
