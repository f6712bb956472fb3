import { isCompound } from '../../shared/compound-file.ts'
import { builtin, type Format } from '../format.ts'

export const mic: Format = {
  // FlashPix comes before it.
  matches: isCompound,
  codecs: [builtin('mic', () => import('./decode.ts'))],
}
