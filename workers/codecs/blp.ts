import { readBitmap } from './bitmap.ts'
import type { Codec } from './codec.ts'
import { readJpeg } from './containers/jpeg.ts'
import { own } from './own.ts'

const load = () => import('./formats/blp.ts')
const ours = own('blp', load)

/** How much larger than the picture a JPEG file inside may be: writers fill up blocks. */
const MOST_PADDING = 64

/** BLP by a decoder of ours, but for the JPEG file that it may have inside: the browser opens that. */
export const blp: Codec = {
  ...ours,
  async decode(file, header) {
    const { fromJpeg, jpeg } = await load()
    const inner = jpeg(file.bytes)
    if (!inner) return ours.decode(file, header)
    const { width, height } = readJpeg(inner)
    if (width > header.width + MOST_PADDING || height > header.height + MOST_PADDING) {
      throw new Error(`a JPEG file of ${width} x ${height} inside`)
    }
    const options = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' } as const
    const frame = readBitmap(await createImageBitmap(new Blob([inner]), options))
    const { data, ...picture } = fromJpeg(file.bytes, { ...frame, data: frame.pixels })
    return { ...picture, pixels: data }
  },
}
