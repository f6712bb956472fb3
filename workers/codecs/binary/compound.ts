import { ascii } from './bytes.ts'

const SIGNATURE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'

/** Whether a file is a compound file (MS-CFB). */
export const isCompound = (bytes: Uint8Array): boolean =>
  ascii(bytes, 0, SIGNATURE.length) === SIGNATURE && bytes.length >= 512
