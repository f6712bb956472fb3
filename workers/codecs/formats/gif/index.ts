import { browser } from '../../browser/codec.ts'
import { magick } from '../../magick/codec.ts'
import { concatBytes } from '../../shared/bytes.ts'
import type { Codec } from '../../shared/codec.ts'
import { at, type Format } from '../format.ts'
import { hasSecondFrame, readGif } from './blocks.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Flags: there is a palette of 2 to the power of (7 + 1) colors. */
const PALETTE = 0x87
const HEADER = 13

const decoder = browser(readGif)

const inBrowser: Codec = {
  ...decoder,
  decode: ({ blob, bytes }, header) => {
    const shown = withPalette(bytes)
    return decoder.decode(
      { blob: shown === bytes ? blob : new Blob([shown]), bytes: shown },
      header,
    )
  },
}

/** The first frame, at its place on the canvas. */
const inImageMagick: Codec = {
  ...magick('gif', 'GIF', { onCanvas: true, repair: async () => ({ prepare: withPalette }) }),
  header: readGif,
}

/**
 * Gives a file without a palette of its own one of grays, as Pillow does: browsers show black, and ImageMagick refuses
 * the file. Frames with a palette keep theirs. 10 flags, 13 palette of red, green and blue.
 */
function withPalette(bytes: Bytes): Bytes {
  const flags = bytes[10] ?? PALETTE
  if (flags & 0x80) return bytes
  const header = bytes.slice(0, HEADER)
  header[10] = (flags & 0x70) | PALETTE
  const grays = Uint8Array.from({ length: 768 }, (_, i) => i / 3)
  return concatBytes([header, grays, bytes.subarray(HEADER)])
}

export const gif: Format = {
  matches: at(0, 'GIF87a', 'GIF89a'),
  codecs: [inBrowser, inImageMagick],
  isAnimated: hasSecondFrame,
}
