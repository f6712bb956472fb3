import { dataView } from './bytes.ts'
import type { Header } from './header.ts'
import { isRgbProfile } from './icc.ts'
import { displayP3Profile } from './rgb-profiles.ts'

/** Of BT.709 and sRGB, of Display P3, and none stated (ITU-T H.273, 8.1). */
const PRIMARIES = { srgb: 1, unspecified: 2, displayP3: 12 }
/** The curve of sRGB, and none stated (ITU-T H.273, 8.2). */
const TRANSFER = { unspecified: 2, srgb: 13 }
/** Curves that are shown as that of sRGB: BT.709, BT.601, sRGB. */
const SRGB_TRANSFERS = [1, 6, TRANSFER.srgb]

type Colors = Pick<Header, 'convertToSrgb' | 'profile'>

/** What a profile says of the samples, or that none is there. */
export const colorsOfProfile = (profile?: Uint8Array<ArrayBuffer>): Colors =>
  profile ? { convertToSrgb: !isRgbProfile(profile), profile } : { convertToSrgb: false }

/**
 * What code points say of the samples; undefined if they leave it open. Those of Display P3 are kept, with its profile,
 * as few formats can state code points. Others, such as BT.2020 and HDR, have no profile that all viewers understand:
 * they are converted. In AVIF the points have 16 bits, in PNG 8.
 */
export function colorsOfPoints(points: Uint8Array, bits: 8 | 16): Colors | undefined {
  if (points.length < (2 * bits) / 8) return undefined
  const data = dataView(points)
  const [primaries, transfer] =
    bits === 8 ? [data.getUint8(0), data.getUint8(1)] : [data.getUint16(0), data.getUint16(2)]
  if (primaries === PRIMARIES.displayP3 && transfer === TRANSFER.srgb) {
    return colorsOfProfile(displayP3Profile())
  }
  const noPrimaries = primaries === PRIMARIES.unspecified
  const noTransfer = transfer === TRANSFER.unspecified
  const isSrgb =
    (noPrimaries || primaries === PRIMARIES.srgb) &&
    (noTransfer || SRGB_TRANSFERS.includes(transfer))
  if (!isSrgb) return { convertToSrgb: true }
  return noPrimaries || noTransfer ? undefined : { convertToSrgb: false }
}
