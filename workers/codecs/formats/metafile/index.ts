import { at, builtin, type Format } from '../format.ts'

export const emf: Format = {
  matches: (bytes) => at(0, '\x01\0\0\0')(bytes) && at(40, ' EMF')(bytes),
  codecs: [builtin('emf', () => import('./emf.ts'))],
}

export const wmf: Format = {
  matches: at(
    0,
    '\xd7\xcd\xc6\x9a',
    '\x01\0\x09\0\0\x03',
    '\x01\0\x09\0\0\x01',
    '\x02\0\x09\0\0\x03',
  ),
  codecs: [builtin('wmf', () => import('./wmf.ts'))],
}
