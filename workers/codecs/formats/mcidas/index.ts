import { at, builtin, type Format } from '../format.ts'

export const mcidas: Format = {
  extensions: 'area',
  matches: at(0, '\0\0\0\0\0\0\0\x04', '\0\0\0\0\x04\0\0\0'),
  codecs: [builtin('mcidas', () => import('./decode.ts'))],
}
