import { ascii, dataView } from '../../shared/bytes.ts'
import { isCompound } from '../../shared/compound-file.ts'
import { builtin, type Format } from '../format.ts'

/** The class of a FlashPix image, 56616700-C154-11CE-8553-00AA00A1F95B. */
const CLASS = '\x00gaV\x54\xc1\xce\x11\x85\x53\x00\xaa\x00\xa1\xf9\x5b'

export const fpx: Format = {
  matches: isFlashPix,
  codecs: [builtin('fpx', () => import('./decode.ts'))],
}

/**
 * Whether a compound file's root entry names the class of FlashPix. At 30 is the sector's size as a power of two, at
 * 48 the sector of the directory, whose first entry has its class at 80.
 */
function isFlashPix(bytes: Uint8Array): boolean {
  if (!isCompound(bytes)) return false
  const data = dataView(bytes)
  const root = (data.getUint32(48, true) + 1) * 2 ** data.getUint16(30, true)
  return ascii(bytes, root + 80, CLASS.length) === CLASS
}
