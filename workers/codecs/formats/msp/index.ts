import { at, builtin, type Format } from '../format.ts'

export const msp: Format = {
  matches: at(0, 'DanM', 'LinS'),
  codecs: [builtin('msp', () => import('./decode.ts'))],
}
