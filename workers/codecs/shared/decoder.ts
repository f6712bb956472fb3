/** What the header of a still image states, known before anything is allocated. */
export interface RasterInfo {
  /** In stored pixels, before orientation. */
  width: number
  height: number
  /** Whether alpha may be below 255 somewhere. */
  alpha: boolean
  /** Pixels per inch, if the file states a density. */
  dpi?: number
}

/** Decoded pixels: RGBA, 8 bit, straight alpha, rows from the top, width * height * 4 bytes. */
export interface DecodedImage extends RasterInfo {
  data: Uint8ClampedArray<ArrayBuffer>
}

/** How the pixels that `decode` returns must be shown. */
export interface FormatMetadata {
  /** EXIF orientation, 1 to 8, which `decode` does not apply. */
  orientation?: number
  /** ICC profile of RGB numbers. */
  profile?: Uint8Array<ArrayBuffer>
  /** The file has gray under a profile, CMYK or Lab: `decode` converts it to sRGB. */
  convertToSrgb?: boolean
}

/**
 * The module of a built-in decoder. To add one, export these functions from a file in formats/ and add its row to
 * ../../codecs.ts. They are functions of the file's bytes alone and use no browser API, so that they run on Node too (the
 * metafiles, which draw on an OffscreenCanvas, are the exception).
 *
 * All throw a RangeError if the file ends too early, and an Error that says what was expected and what came if the header
 * is invalid or a feature is not supported. They must not allocate more than the length of the file justifies.
 */
export interface FormatDecoder {
  /** Reads the header. */
  info(bytes: Uint8Array): RasterInfo
  /** Reads orientation and profile; absent if the format has neither. */
  metadata?(bytes: Uint8Array): FormatMetadata
  /** The file of another format that is the whole image, if this file only wraps one: it is opened instead. */
  embedded?(bytes: Uint8Array): Uint8Array | undefined
  /** Decodes the pixels. */
  decode(bytes: Uint8Array): DecodedImage | Promise<DecodedImage>
}
