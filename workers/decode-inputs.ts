import type { ImageInputs, OpenedImage } from '../src/shared/image-source.ts'
import { inputFields } from '../src/shared/input-fields.ts'
import { decode } from './codecs/decode.ts'
import type { RasterImage } from './image/image.ts'

/** Decodes the inputs of a run, each when it is needed. */
export function inputDecoder(inputs: ImageInputs) {
  return async (name: keyof ImageInputs): Promise<RasterImage> => {
    const input = inputs[name]
    if (!input) throw new Error(`a plan that needs the input ${name}, which is not there`)
    return decode(await copyIfShared(input, inputs), inputFields[name])
  }
}

/** Copies pixels that are two inputs at once: operations work in place, and release memory. */
async function copyIfShared(input: OpenedImage, inputs: ImageInputs): Promise<OpenedImage> {
  const { image } = input
  const uses = Object.values(inputs).filter((other) => other.image === image).length
  if (uses === 1 || image instanceof Blob) return input
  if ('close' in image) return { image: await createImageBitmap(image) }
  return { image: new ImageData(new Uint8ClampedArray(image.data), image.width, image.height) }
}
