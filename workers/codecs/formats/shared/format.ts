/** What a decoder of a still image says before it allocates anything. */
export interface RasterInfo {
  /** Stored pixels, before any orientation. */
  width: number
  height: number
  /** Whether alpha may be below 255 somewhere. */
  alpha: boolean
  /** Pixels per inch, where the file says so. */
  dpi?: number
}

/** Decoded pixels: RGBA, 8 bit, straight alpha, rows from the top, width * height * 4 bytes. */
export interface DecodedImage extends RasterInfo {
  data: Uint8ClampedArray<ArrayBuffer>
}

/** What a file says beside its pixels. */
export interface FormatMetadata {
  /** As in EXIF, 1 to 8: how `decode`'s image must be turned. */
  orientation?: number
  /** ICC profile of RGB numbers. */
  profile?: Uint8Array<ArrayBuffer>
  /** Gray with a profile, CMYK or Lab numbers, which `decode` makes sRGB. */
  convertToSrgb?: boolean
}

/**
 * One decoder of ours: plain functions of the file's bytes, without any browser API, so that they run on Node as well.
 * `facts` reads the header alone. Both throw a RangeError where the file ends too early, and an Error that says
 * what was expected and what came where the file says what cannot be.
 */
export interface FormatDecoder {
  info(bytes: Uint8Array): RasterInfo
  metadata?(bytes: Uint8Array): FormatMetadata
  /** The file of another format that is the whole image, where the file only wraps one. */
  embedded?(bytes: Uint8Array): Uint8Array | undefined
  decode(bytes: Uint8Array): DecodedImage | Promise<DecodedImage>
}
