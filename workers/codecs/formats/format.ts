/** What a decoder of a still picture says before it allocates anything. */
export interface Facts {
  /** Stored pixels, before any orientation. */
  width: number
  height: number
  /** Whether alpha may be below 255 somewhere. */
  alpha: boolean
  /** Pixels per inch, where the file says so. */
  dpi?: number
}

/** Decoded pixels: RGBA, 8 bit, straight alpha, rows from the top, width * height * 4 bytes. */
export interface Decoded extends Facts {
  data: Uint8ClampedArray<ArrayBuffer>
}

/**
 * One decoder of ours: plain functions of the file's bytes, without any browser API, so that they run on Node as well.
 * `facts` reads the header alone. Both throw a RangeError where the file ends too early, and an Error that says
 * what was expected and what came where the file says what cannot be.
 */
export interface FormatDecoder {
  facts(bytes: Uint8Array): Facts
  decode(bytes: Uint8Array): Decoded | Promise<Decoded>
}
