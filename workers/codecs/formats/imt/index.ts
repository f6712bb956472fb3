import { builtin, type Format, starts } from '../format.ts'

export const imt: Format = {
  matches: starts(/^(\*[^\n]*\n)*(width|height|pixel) /),
  codecs: [builtin('imt', () => import('./decode.ts'))],
}
