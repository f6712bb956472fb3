import { at, builtin, type Format } from '../format.ts'

export const pixar: Format = {
  extensions: 'pxr, picio',
  matches: at(0, '\x80\xe8\0\0'),
  codecs: [builtin('pixar', () => import('./decode.ts'))],
}
