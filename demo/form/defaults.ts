import { normalize } from '../../src/request/normalize.ts'
import { getPath, type Json } from '../json-paths.ts'
import { fields } from './field.ts'

const url = 'https://picture.invalid/a.png'

/** A normalized request with everything that has parameters: it contains their defaults. */
const complete: Json = {
  dpi: 300,
  print_reorientation: true,
  ...normalize({
    url,
    enhancements: fields.get('enhancements')?.options,
    caption: { url },
    safe: true,
  }).request,
}

/** The default of a field, if the library has one. */
export const defaultOf = (path: string): unknown =>
  ['url', 'enhancements', 'caption.url', 'safe'].includes(path)
    ? undefined
    : getPath(complete, path)
