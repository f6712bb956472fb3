import { once } from '../../../image/load-wasm.ts'
import { readBitmap } from '../../browser/bitmap.ts'
import type { Codec } from '../../shared/codec.ts'
import { at, builtin, type Format } from '../format.ts'
import { readJpeg } from '../jpeg/segments.ts'

const load = once(() => import('./decode.ts'))
const builtIn = builtin('blp', load)

/** Pixels that the JPEG inside may have beyond those of the texture. */
const MAX_JPEG_PIXELS = 32e6

/** The built-in decoder, or the browser's for the JPEG file that a BLP may contain. */
const codec: Codec = {
  ...builtIn,
  async decode(file, header) {
    const { embeddedJpeg, imageFromJpeg } = await load()
    const jpeg = embeddedJpeg(file.bytes)
    if (!jpeg) return builtIn.decode(file, header)
    const { width, height } = readJpeg(jpeg)
    if (width * height > Math.max(MAX_JPEG_PIXELS, header.width * header.height)) {
      throw new Error(`a JPEG file of ${width} x ${height} inside`)
    }
    const options = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' } as const
    const frame = readBitmap(await createImageBitmap(new Blob([jpeg]), options))
    const { data, ...image } = imageFromJpeg(file.bytes, { ...frame, data: frame.pixels })
    return { ...image, pixels: data }
  },
}

export const blp: Format = { matches: at(0, 'BLP1', 'BLP2'), codecs: [codec] }
