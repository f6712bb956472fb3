import { ascii, view } from '../containers/header.ts'
import { decodeBlocks } from './bcn.ts'
import type { Decoded, Facts } from './format.ts'
import { blank } from './packed.ts'
import { need, sized } from './raster.ts'

/**
 * A texture of Independence War 2, compressed (.ftc) or not (.ftu). Little-endian: `FTEX`, a version, at 8 the
 * width, at 12 the height, at 16 the number of mipmaps, at 20 the number of formats; then for each format its
 * kind (0: BC1, 1: RGB of 24 bits) and the offset of its mipmaps. There, the bytes of the largest, and its
 * pixels, rows from the top. The first format is read.
 */
const KIND = { bc1: 0, rgb: 1 }

export function facts(bytes: Uint8Array): Facts {
  if (ascii(bytes, 0, 4) !== 'FTEX') throw new Error('an FTEX file without its first four letters')
  const data = view(bytes)
  const size = sized(data.getUint32(8, true), data.getUint32(12, true))
  return { ...size, alpha: data.getUint32(24, true) === KIND.bc1 }
}

export function decode(bytes: Uint8Array): Decoded {
  const { width, height, alpha } = facts(bytes)
  const data = view(bytes)
  const kind = data.getUint32(24, true)
  const start = data.getUint32(28, true) + 4
  if (kind === KIND.bc1) {
    return { width, height, alpha, data: decodeBlocks(bytes, start, width, height, 'bc1') }
  }
  if (kind !== KIND.rgb) throw new Error(`an FTEX file of the format ${kind}`)
  need(bytes, start + width * height * 3)
  const pixels = blank(width, height)
  for (let i = 0, from = start; i < pixels.length; i += 4, from += 3) {
    pixels.set(bytes.subarray(from, from + 3), i)
  }
  return { width, height, alpha, data: pixels }
}
