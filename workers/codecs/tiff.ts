import { builtin } from './builtin.ts'
import type { Codec } from './codec.ts'
import { magick } from './magick.ts'

const load = () => import('./formats/tiff/tiff.ts')
const ours = builtin('tiff', load)
const theirs = magick('tiff', 'TIFF')

/** TIFF by a decoder of ours, but for numbers that only a profile explains: ImageMagick converts by profiles. */
export const tiff: Codec = {
  ...ours,
  async decode(file, header) {
    const { requiresIccConversion } = await load()
    return (requiresIccConversion(file.bytes) ? theirs : ours).decode(file, header)
  },
}
