import { ascii, dataView } from './bytes.ts'
import { type Orientation, UPRIGHT } from './header.ts'

const ORIENTATION = 0x0112
const ENTRY = 12

/** The orientation in the first directory of an EXIF block. `exif` must be a subarray of `file`. */
export function exifOrientation(exif: Uint8Array, file: Uint8Array): Orientation {
  if (exif.length < 14) return UPRIGHT
  const data = dataView(exif)
  const little = ascii(exif, 0, 2) === 'II'
  const ifd = data.getUint32(4, little)
  if (ifd + 2 > exif.length) return UPRIGHT
  const entries = data.getUint16(ifd, little)
  for (let i = 0; i < entries; i++) {
    const entry = ifd + 2 + i * ENTRY
    if (entry + ENTRY > exif.length) return UPRIGHT
    if (data.getUint16(entry, little) !== ORIENTATION) continue
    const value = data.getUint16(entry + 8, little)
    const offset = exif.byteOffset - file.byteOffset + entry + (little ? 8 : 9)
    return value > 1 && value <= 8 ? { value, offset } : UPRIGHT
  }
  return UPRIGHT
}

/**
 * The file with its orientation overwritten as upright. Browsers apply it in some formats and not in others, and cannot
 * be told to ignore it, so it is hidden from them and applied after decoding.
 */
export function clearOrientation(file: Blob, { offset }: Orientation): Blob {
  if (offset === undefined) return file
  const parts = [file.slice(0, offset), new Uint8Array([1]), file.slice(offset + 1)]
  return new Blob(parts, { type: file.type })
}
