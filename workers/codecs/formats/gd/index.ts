import { builtin, type Format } from '../format.ts'

export const gd: Format = {
  plausible: isGd,
  codecs: [builtin('gd', () => import('./decode.ts'))],
}

/** 0xFFFE (true color) or 0xFFFF (palette), width, height, and a byte that is 1 for true color. */
function isGd(bytes: Uint8Array): boolean {
  if (bytes.length < 11 || bytes[0] !== 0xff) return false
  const trueColor = bytes[1] === 0xfe
  return (trueColor || bytes[1] === 0xff) && bytes[6] === (trueColor ? 1 : 0)
}
