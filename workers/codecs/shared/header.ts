import type { Size } from '../../../src/plan/size.ts'
import type { FileFormat } from '../../../src/shared/file-format.ts'

/** Metadata beside the pixels that is kept from the source to the result. */
export interface ImageMetadata {
  /** ICC profile. */
  profile?: Uint8Array<ArrayBuffer>
  /** Pixels per inch, if the file states a density. */
  dpi?: number
  /** EXIF: a TIFF block, which states the same density as `dpi`. */
  exif?: Uint8Array<ArrayBuffer>
}

/** What a file states about its image, known before anything is decoded. */
export interface Header extends ImageMetadata {
  format: FileFormat
  /** As stored, before orientation. */
  width: number
  height: number
  /** Set if only a part of what is stored is shown, whose size is `width` and `height`. Some decoders cut it out. */
  aperture?: { x: number; y: number; stored: Size }
  /** Whether alpha may be below 255 somewhere. */
  alpha: boolean
  orientation: Orientation
  /**
   * The samples are gray, CMYK or Lab under a profile, or in a space that a result cannot state: they are decoded to sRGB,
   * and the profile is dropped.
   */
  convertToSrgb: boolean
  /** Of a JPEG, as its quantization table tells: 1 to 100. */
  quality?: number
  /** It has more frames than the first, which is decoded. */
  animated?: true
}

/** An EXIF orientation, and where in the file it is stored. */
export interface Orientation {
  /** 1 to 8. */
  value: number
  /** Offset of its low byte. Absent if the file stores none, or if decoders always apply it (AVIF). */
  offset?: number
}

export const UPRIGHT: Orientation = { value: 1 }
