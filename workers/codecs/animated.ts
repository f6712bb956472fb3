import type { FileFormat } from '../../src/shared/file-format.ts'
import { afterSubBlocks, gifPaletteLength } from './formats/gif/header.ts'
import { pngChunks } from './formats/png/chunks.ts'
import { dataView } from './shared/bytes.ts'

/**
 * Whether a file has several frames, of which only the first is decoded; for formats whose header does not say so. False
 * for a file that cannot be read.
 */
export function isAnimated(format: FileFormat, bytes: Uint8Array): boolean {
  try {
    return hasFrames[format]?.(bytes) ?? false
  } catch {
    return false
  }
}

const hasFrames: Partial<Record<FileFormat, (bytes: Uint8Array) => boolean>> = {
  gif: (bytes) => hasSecondGifFrame(bytes),
  png: (bytes) => pngFrames(bytes) > 1,
  fli: (bytes) => dataView(bytes).getUint16(6, true) > 1,
}

/** The number of frames that a PNG states: none unless it is an APNG, whose first may be another than its image. */
export function pngFrames(bytes: Uint8Array): number {
  for (const { type, body } of pngChunks(bytes)) {
    if (type === 'acTL') return dataView(body).getUint32(0)
  }
  return 0
}

const GIF = { header: 13, extension: 0x21, frame: 0x2c, end: 0x3b }

function hasSecondGifFrame(bytes: Uint8Array): boolean {
  const data = dataView(bytes)
  let frames = 0
  let at = GIF.header + gifPaletteLength(data.getUint8(10))
  for (;;) {
    const kind = data.getUint8(at)
    if (kind === GIF.end) return false
    if (kind === GIF.frame) {
      if (++frames > 1) return true
      // Box, flags, palette, code size; then sub-blocks.
      at = afterSubBlocks(data, at + 11 + gifPaletteLength(data.getUint8(at + 9)))
    } else at = kind === GIF.extension ? afterSubBlocks(data, at + 2) : at + 1
  }
}
