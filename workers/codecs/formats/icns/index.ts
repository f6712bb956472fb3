import { at, builtin, type Format } from '../format.ts'

export const icns: Format = {
  matches: at(0, 'icns'),
  codecs: [builtin('icns', () => import('./decode.ts'))],
}
