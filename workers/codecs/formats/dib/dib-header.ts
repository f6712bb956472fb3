/**
 * Device-independent bitmap: a BMP file without its file header; icons and cursors contain it too. Little-endian.
 *
 * - BITMAPCOREHEADER: 0 size (12), 4 width, 6 height, 8 planes, 10 bits per pixel; 16-bit numbers.
 * - All others: 0 size, 4 width, 8 height (negative: top-down), 12 planes, 14 bits per pixel, 16 compression, 20 size of the
 *   pixels, 24 pixels per meter, 32 colors in the palette; from 52 bytes on 40 masks of red, green and blue, from 56 bytes
 *   on also of alpha. A header of 40 bytes is followed by the masks that its compression requires.
 *
 * Then the palette (BGR after a core header, else BGRX) and the pixels, bottom-up, in rows of whole 32-bit words.
 */
export interface Dib {
  width: number
  height: number
  topDown: boolean
  bits: number
  compression: Compression
  /** Masks of red, green, blue and alpha in a pixel of 16 or 32 bits; 0 for no alpha. */
  masks: number[]
  /** Offset of the palette, number of its colors, and bytes per color. */
  palette: { start: number; count: number; size: 3 | 4 }
  /** Offset of the pixels. */
  pixels: number
  dpi?: number
}

export type Compression =
  | 'none'
  | 'rle8'
  | 'rle4'
  | 'rle24'
  | 'masks'
  | 'masksWithAlpha'
  | 'jpeg'
  | 'png'
