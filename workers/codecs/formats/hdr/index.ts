import { at, builtin, type Format } from '../format.ts'

export const hdr: Format = {
  extensions: 'hdr, pic',
  matches: at(0, '#?RADIANCE', '#?RGBE'),
  codecs: [builtin('hdr', () => import('./decode.ts'))],
}
