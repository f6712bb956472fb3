import type { ImageInputs, ImageSource } from '../src/contract/image-source.ts'
import { decode } from './codecs/decode.ts'
import type { RasterImage } from './image/image.ts'

/** The field of the request that each input comes from, for errors. */
const fields = {
  caption: 'caption.url',
  replace: 'background.replace',
  nsfw: 'nsfw_parameters.nsfw_image_url',
} satisfies Record<Exclude<keyof ImageInputs, 'source'>, string>

/** The inputs of one run: the source, and the others decoded when asked for. */
export async function inputsOf(given: ImageInputs) {
  // Work happens in place and gives memory back: what is two inputs at once must not share its pixels.
  const inputs = { ...given, source: await copyOf(given.source) }
  return {
    source: inputs.source,
    async input(name: keyof typeof fields): Promise<RasterImage> {
      const input = inputs[name]
      if (!input) throw new Error(`a plan that needs the input ${name}, which is not there`)
      return decode(await copyOf(input), fields[name])
    },
  }

  async function copyOf(source: ImageSource): Promise<ImageSource> {
    if (Object.values(given).filter((other) => other === source).length === 1) return source
    if ('close' in source) return createImageBitmap(source)
    if (source instanceof Blob) return source
    return new ImageData(new Uint8ClampedArray(source.data), source.width, source.height)
  }
}
