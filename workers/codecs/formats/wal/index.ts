import { ascii, dataView } from '../../shared/bytes.ts'
import { builtin, type Format } from '../format.ts'

export const wal: Format = {
  plausible: isWal,
  codecs: [builtin('wal', () => import('./decode.ts'))],
}

/** A name of 32 bytes, width, height, and offsets of four mipmaps, of which the first is within the file. */
function isWal(bytes: Uint8Array): boolean {
  if (bytes.length < 100) return false
  const data = dataView(bytes)
  const area = data.getUint32(32, true) * data.getUint32(36, true)
  const first = data.getUint32(40, true)
  const fits = first >= 100 && first + area <= bytes.length
  return area > 0 && fits && /^[ -~]*\0/.test(ascii(bytes, 0, 32))
}
