import { readBitmap } from './bitmap.ts'
import { builtin } from './builtin.ts'
import type { Codec } from './codec.ts'
import { readJpeg } from './containers/jpeg.ts'

const load = () => import('./formats/blp.ts')
const ours = builtin('blp', load)

/** Pixels of a JPEG file inside, which may be far larger than the image that is cut out of it. */
const MOST_PIXELS = 32e6

/** BLP by a decoder of ours, but for the JPEG file that it may have inside: the browser opens that. */
export const blp: Codec = {
  ...ours,
  async decode(file, header) {
    const { imageFromJpeg, embeddedJpeg } = await load()
    const inner = embeddedJpeg(file.bytes)
    if (!inner) return ours.decode(file, header)
    const { width, height } = readJpeg(inner)
    if (width * height > Math.max(MOST_PIXELS, header.width * header.height)) {
      throw new Error(`a JPEG file of ${width} x ${height} inside`)
    }
    const options = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' } as const
    const frame = readBitmap(await createImageBitmap(new Blob([inner]), options))
    const { data, ...image } = imageFromJpeg(file.bytes, { ...frame, data: frame.pixels })
    return { ...image, pixels: data }
  },
}
