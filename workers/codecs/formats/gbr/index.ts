import { dataView } from '../../shared/bytes.ts'
import { at, builtin, type Format } from '../format.ts'

export const gbr: Format = {
  matches: at(20, 'GIMP'),
  plausible: isFirstVersion,
  codecs: [builtin('gbr', () => import('./decode.ts'))],
}

/** GIMP brush version 1: size of the header, version, width, height, bytes per pixel. */
function isFirstVersion(bytes: Uint8Array): boolean {
  if (bytes.length < 20) return false
  const data = dataView(bytes)
  const [size, version, width, height, depth] = [0, 4, 8, 12, 16].map((at) =>
    data.getUint32(at),
  ) as [number, number, number, number, number]
  const fits = size + width * height * depth <= bytes.length
  return version === 1 && size >= 20 && (depth === 1 || depth === 4) && width * height > 0 && fits
}
