import { ascii } from './bytes.ts'

/** Bytes that a compressed profile may have: the largest of printers have some 3 MB. */
export const MAX_PROFILE_BYTES = 4 * 2 ** 20

/** Whether an ICC profile describes RGB: the data color space at bytes 16 to 19 (ICC.1:2022 7.2.6). */
export const isRgbProfile = (profile: Uint8Array) => ascii(profile, 16, 4) === 'RGB '
