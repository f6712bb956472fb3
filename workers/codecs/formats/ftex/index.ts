import { at, builtin, type Format } from '../format.ts'

export const ftex: Format = {
  extensions: 'ftc, ftu',
  matches: at(0, 'FTEX'),
  codecs: [builtin('ftex', () => import('./decode.ts'))],
}
