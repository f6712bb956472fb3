import { dataView } from '../binary/bytes.ts'

/** Of BT.709 and sRGB, and none stated (ITU-T H.273, 8.1 and 8.2). */
const SRGB_PRIMARIES = [1, 2]
/** Curves that differ from that of sRGB little enough to be shown as it: BT.709, BT.601, sRGB; and none stated. */
const SRGB_TRANSFERS = [1, 2, 6, 13]

/**
 * Whether colors that a file states by code points, without a profile, are other than those of sRGB: a result could not say so,
 * so that they are converted. In AVIF the points have 16 bits, in PNG 8.
 */
export function isOtherThanSrgb(points: Uint8Array, bits: 8 | 16): boolean {
  if (points.length < (2 * bits) / 8) return false
  const data = dataView(points)
  const [primaries, transfer] =
    bits === 8 ? [data.getUint8(0), data.getUint8(1)] : [data.getUint16(0), data.getUint16(2)]
  return !SRGB_PRIMARIES.includes(primaries) || !SRGB_TRANSFERS.includes(transfer)
}
