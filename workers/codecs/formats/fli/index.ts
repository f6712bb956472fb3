import { dataView } from '../../shared/bytes.ts'
import { at, builtin, type Format } from '../format.ts'

export const fli: Format = {
  extensions: 'fli, flc',
  matches: at(4, '\x11\xaf', '\x12\xaf'),
  codecs: [builtin('fli', () => import('./decode.ts'))],
  isAnimated: (bytes) => dataView(bytes).getUint16(6, true) > 1,
}
