import type { SourceFacts } from '../../../src/plan/plan.ts'

/** What a file says about its picture before anything is decoded. Sizes are as stored, before orientation. */
export interface Header {
  format: Exclude<SourceFacts['format'], 'pixels'>
  width: number
  height: number
  /** Whether alpha may be below 255 somewhere. */
  alpha: boolean
  /** EXIF orientation, 1 to 8. */
  orientation: number
  /** ICC profile. */
  profile?: Uint8Array<ArrayBuffer>
  /** Grey, CMYK or Lab numbers: they must be converted to sRGB, and the profile no longer fits. */
  notRgb: boolean
}

/** Whether an ICC profile describes RGB numbers (bytes 16 to 19 of its header). */
export const isRgbProfile = (profile: Uint8Array) =>
  String.fromCharCode(...profile.subarray(16, 20)) === 'RGB '

export const ascii = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length))

export const view = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** A copy with a buffer of its own, so that the file's bytes can be freed. */
export const copyOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

/** Orientation (tag 0x0112) of a TIFF block as EXIF stores it; 1 where there is none. */
export function tiffOrientation(tiff: Uint8Array): number {
  if (tiff.length < 14) return 1
  const data = view(tiff)
  const little = ascii(tiff, 0, 2) === 'II'
  const ifd = data.getUint32(4, little)
  if (ifd + 2 > tiff.length) return 1
  const entries = data.getUint16(ifd, little)
  for (let i = 0; i < entries; i++) {
    const entry = ifd + 2 + i * 12
    if (entry + 12 > tiff.length) return 1
    if (data.getUint16(entry, little) !== 0x0112) continue
    const value = data.getUint16(entry + 8, little)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}
