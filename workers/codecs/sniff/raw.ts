import { ascii, dataView } from '../binary/bytes.ts'

const TAG = { make: 0x010f, subDirectories: 0x014a }

/** TIFF, BigTIFF included, in either byte order. */
export const isTiff = (bytes: Uint8Array): boolean =>
  ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(ascii(bytes, 0, 4)) && bytes.length >= 8

/** A TIFF that says CR after its header. */
export const isCanonRaw = (bytes: Uint8Array): boolean =>
  isTiff(bytes) && ascii(bytes, 8, 3) === 'CR\x02'

/** A TIFF made by a Nikon, whose first directory shows a thumbnail and points to others. */
export function isNikonRaw(bytes: Uint8Array): boolean {
  if (!isTiff(bytes)) return false
  const data = dataView(bytes)
  const little = bytes[0] === 0x49
  const directory = data.getUint32(4, little)
  if (directory + 2 > bytes.length) return false
  const count = data.getUint16(directory, little)
  let nikon = false
  let pointer = false
  for (let i = 0, at = directory + 2; i < count && at + 12 <= bytes.length; i++, at += 12) {
    const tag = data.getUint16(at, little)
    pointer ||= tag === TAG.subDirectories
    nikon ||= tag === TAG.make && ascii(bytes, data.getUint32(at + 8, little), 5) === 'NIKON'
  }
  return nikon && pointer
}
