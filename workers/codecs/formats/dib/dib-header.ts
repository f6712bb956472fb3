/**
 * Device-independent bitmap: a BMP file without its file header, and what icons and cursors hold. Little-endian:
 * the size of the header, width, height (negative: rows from the top), planes, bits a pixel; in all headers
 * but the oldest, of 12 bytes and 16-bit numbers, at 16 the compression, at 20 the size of the pixels, at 24 pixels per
 * meter, at 32 how many colors the palette has. From 52 bytes on, masks of red, green and blue at 40, and
 * from 56 bytes on of alpha; a header of 40 bytes is followed by the masks that its compression asks for. Then the
 * palette, BGR in the oldest and BGRX else, and the pixels, from the lowest row to the highest, each of which
 * fills whole words of 32 bits.
 */
export interface Dib {
  width: number
  height: number
  topDown: boolean
  bits: number
  compression: Compression
  /** Masks of red, green, blue and alpha inside a pixel of 16 or 32 bits; 0 for no alpha. */
  masks: number[]
  /** Where the palette is, how many colors it has, and how many bytes each. */
  palette: { start: number; count: number; size: 3 | 4 }
  /** Where the pixels are. */
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
