import { dataView } from '../../shared/bytes.ts'
import { builtin, type Format } from '../format.ts'

export const iptc: Format = {
  extensions: 'iim',
  plausible: isIptc,
  codecs: [builtin('iptc', () => import('./decode.ts'))],
}

/** A data set of the IIM: marker, record from 1 to 9, number, size, after which another one starts. */
function isIptc(bytes: Uint8Array): boolean {
  const record = bytes[1] ?? 0
  if (bytes.length < 10 || bytes[0] !== 0x1c || record < 1 || record > 9) return false
  const length = dataView(bytes).getUint16(3)
  return length > 0x7fff || bytes[5 + length] === 0x1c
}
