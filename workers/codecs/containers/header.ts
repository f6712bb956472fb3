import type { FileFormat } from '../../../src/contract/file-format.ts'

/** What a file says about its image before anything is decoded. Sizes are as stored, before orientation. */
export interface Header {
  format: FileFormat
  width: number
  height: number
  /** Whether alpha may be below 255 somewhere. */
  alpha: boolean
  orientation: Orientation
  /** ICC profile. */
  profile?: Uint8Array<ArrayBuffer>
  /** Pixels per inch, where the file says so. */
  dpi?: number
  /** EXIF: a TIFF block. */
  exif?: Uint8Array<ArrayBuffer>
  /** Grey, CMYK or Lab numbers: they must be converted to sRGB, and the profile no longer fits. */
  notRgb: boolean
}

/** What a file says beside its pixels. */
export interface Tags {
  /** ICC profile. */
  profile?: Uint8Array<ArrayBuffer>
  /** Pixels per inch. */
  dpi?: number
  /** EXIF: a TIFF block, which says the same of dpi. */
  exif?: Uint8Array<ArrayBuffer>
}

/** An EXIF orientation, and where in the file it is said. */
export interface Orientation {
  /** 1 to 8. */
  value: number
  /** Offset of its low byte; absent where decoders must obey it (AVIF) or there is nothing to obey. */
  at?: number
}

export const upright: Orientation = { value: 1 }

/** Whether an ICC profile describes RGB numbers (bytes 16 to 19 of its header). */
export const isRgbProfile = (profile: Uint8Array) =>
  String.fromCharCode(...profile.subarray(16, 20)) === 'RGB '

/** A density that can be meant, and written into any format. */
export const reasonable = (dpi: number): number | undefined =>
  dpi >= 1 && dpi <= 65_535 ? dpi : undefined

const METRES_PER_INCH = 0.0254

/** Pixels per inch as whole pixels per metre, and back: to the whole number that it was, where it was one. */
export const toPerMetre = (dpi: number) => Math.max(1, Math.round(dpi / METRES_PER_INCH))

export function fromPerMetre(perMetre: number): number | undefined {
  const dpi = perMetre * METRES_PER_INCH
  return reasonable(toPerMetre(Math.round(dpi)) === perMetre ? Math.round(dpi) : dpi)
}

export const ascii = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length))

export const view = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** A copy with a buffer of its own, so that the file's bytes can be freed. */
export const copyOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

/** Orientation (tag 0x0112) of a TIFF block as EXIF stores it. `file` holds the block and tells its offset. */
export function tiffOrientation(tiff: Uint8Array, file: Uint8Array): Orientation {
  if (tiff.length < 14) return upright
  const data = view(tiff)
  const little = ascii(tiff, 0, 2) === 'II'
  const ifd = data.getUint32(4, little)
  if (ifd + 2 > tiff.length) return upright
  const entries = data.getUint16(ifd, little)
  for (let i = 0; i < entries; i++) {
    const entry = ifd + 2 + i * 12
    if (entry + 12 > tiff.length) return upright
    if (data.getUint16(entry, little) !== 0x0112) continue
    const value = data.getUint16(entry + 8, little)
    const at = tiff.byteOffset - file.byteOffset + entry + (little ? 8 : 9)
    return value > 1 && value <= 8 ? { value, at } : upright
  }
  return upright
}

/**
 * The file with its orientation said to be upright: browsers obey it in some formats and not in others,
 * and cannot be told not to. Whoever decodes this turns the image afterwards.
 */
export function withoutOrientation(file: Blob, { at }: Orientation): Blob {
  if (at === undefined) return file
  return new Blob([file.slice(0, at), new Uint8Array([1]), file.slice(at + 1)], { type: file.type })
}
