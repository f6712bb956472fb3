import { view } from '../containers/header.ts'
import type { Decoded, Facts } from './format.ts'
import { quake2Palette } from './quake2-palette.ts'
import { indexedPicture, need, paletteOf, sized } from './raster.ts'

/**
 * Quake 2 texture (.wal). No magic. Little-endian: a name of 32 bytes, at 32 width, 36 height, 40 the offsets of the
 * picture and of three smaller ones (each of half the sides), a name of 32 bytes at 56. A byte a pixel in the palette of
 * the game, rows from the top.
 */
const HEADER = 100
const LEVELS = 4
/** Sides that the engine can load. */
const MOST = 4096

/** Whether the name is text, and the sides and the four offsets agree; a name ending makes surer. */
export function signature(bytes: Uint8Array): boolean {
  if (bytes.length < HEADER || !isName(bytes.subarray(0, 32))) return false
  const { width, height, offsets } = header(bytes)
  if (width < 1 || height < 1 || width > MOST || height > MOST) return false
  return offsets.every((offset, i) => {
    const before = offsets[i - 1] ?? HEADER
    const pixels = i === 0 ? 0 : (width >> (i - 1)) * (height >> (i - 1))
    return offset >= before + pixels && offset <= bytes.length
  })
}

export function facts(bytes: Uint8Array): Facts {
  need(bytes, HEADER)
  const { width, height } = header(bytes)
  return sized(width, height)
}

export function decode(bytes: Uint8Array): Decoded {
  const head = facts(bytes)
  const from = header(bytes).offsets[0] ?? HEADER
  need(bytes, from + head.width * head.height)
  return indexedPicture(
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

/** Printable characters, then zeros or what was in memory behind the first of them. */
function isName(bytes: Uint8Array) {
  const end = bytes.indexOf(0)
  return bytes.subarray(0, end < 0 ? bytes.length : end).every((byte) => byte > 31 && byte < 127)
}
