import { view } from '../containers/header.ts'
import type { Decoded, Facts } from './format.ts'
import { quake2Palette } from './quake2-palette.ts'
import { indexedImage, need, paletteOf, sized } from './raster.ts'

/**
 * Quake 2 texture (.wal). No magic. Little-endian: a name of 32 bytes, at 32 width, 36 height, 40 the offsets of the
 * image and of three smaller ones (each of half the sides), a name of 32 bytes at 56. A byte a pixel in the palette of
 * the game, rows from the top.
 */
const HEADER = 100
const LEVELS = 4

export function facts(bytes: Uint8Array): Facts {
  need(bytes, HEADER)
  const { width, height } = header(bytes)
  return sized(width, height)
}

export function decode(bytes: Uint8Array): Decoded {
  const head = facts(bytes)
  const from = header(bytes).offsets[0] ?? HEADER
  need(bytes, from + head.width * head.height)
  return indexedImage(
    head,
    paletteOf(quake2Palette()),
    (x, y) => bytes[from + y * head.width + x] as number,
  )
}

function header(bytes: Uint8Array) {
  const data = view(bytes)
  const offsets = Array.from({ length: LEVELS }, (_, i) => data.getUint32(40 + i * 4, true))
  return { width: data.getUint32(32, true), height: data.getUint32(36, true), offsets }
}
