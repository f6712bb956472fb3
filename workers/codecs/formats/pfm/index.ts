import { builtin, type Format, starts } from '../format.ts'

export const pfm: Format = {
  matches: starts(/^P[Ff]([\s#]|$)/),
  codecs: [builtin('pfm', () => import('./decode.ts'))],
}
