import { ascii, dataView } from '../../shared/bytes.ts'
import { builtin, type Format } from '../format.ts'

const FOOTER = 'TRUEVISION-XFILE.\0'
const TYPES = [1, 2, 3, 9, 10, 11]

export const tga: Format = {
  extensions: 'tga, icb, vda, vst',
  plausible: isTga,
  codecs: [builtin('tga', () => import('./decode.ts'))],
}

/** Color map type, image type and depths that fit together. The footer of version 2 makes it certain. */
function isTga(bytes: Uint8Array): boolean {
  if (bytes.length < 18) return false
  const [, map = 0, type = 0] = bytes
  const data = dataView(bytes)
  const depth = bytes[16] ?? 0
  const mapped = (type & 3) === 1
  const hasArea = data.getUint16(12, true) > 0 && data.getUint16(14, true) > 0
  if (!TYPES.includes(type) || map > 1 || !hasArea) return false
  if (ascii(bytes, bytes.length - 18, 18) === FOOTER) return true
  const mapDepth = bytes[7] ?? 0
  const mapFits = map === 0 || [15, 16, 24, 32].includes(mapDepth)
  const depths = mapped ? [8, 16] : (type & 3) === 3 ? [1, 8, 16] : [15, 16, 24, 32]
  return (
    mapFits && (!mapped || map === 1) && depths.includes(depth) && (data.getUint8(17) & 0xc0) === 0
  )
}
