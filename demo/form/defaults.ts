import { normalize } from '../../src/contract/request/normalize.ts'
import { at, type Json } from '../paths.ts'
import { fields } from './field.ts'

const url = 'https://picture.invalid/a.png'

/** What the library fills in where everything is asked for that has parameters. */
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

/** What a field counts as while it is absent, where the library says so. */
export const defaultOf = (path: string): unknown =>
  ['url', 'enhancements', 'caption.url', 'safe'].includes(path) ? undefined : at(complete, path)
