import { builtin, type Format, starts } from '../format.ts'

export const im: Format = {
  matches: starts(/^[ -~]*(\r?\n[ -~]*){0,7}Image type:/i),
  codecs: [builtin('im', () => import('./decode.ts'))],
}
