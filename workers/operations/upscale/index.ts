import { alphaBleed } from '../../image/alpha-bleed.ts'
import { copyAlpha, hasTransparency, type RasterImage } from '../../image/image.ts'
import { beside, peakOf, resampleMemory, rgbaBytes } from '../../image/memory.ts'
import { resample } from '../../image/resample.ts'
import { tiledMemory } from '../../inference/memory.ts'
import { runTiled } from '../../inference/run-tiled.ts'
import { type Operation, resized, type StepOf } from '../operation.ts'
import { repair, repairMemory } from './repair.ts'

type Upscale = StepOf<'upscale'>

/** Upscales an image 2 or 4 times by a network (SPAN); alpha is resized separately. */
const upscale: Operation<Upscale> = {
  async run(image, { model, scale }, context) {
    const alpha = hasTransparency(image)
    // Colors of transparent pixels are arbitrary, often black: the network must not see them.
    const source = alpha ? { ...image, pixels: alphaBleed(image) } : image
    const loaded = await context.load(model)
    const { pixels, suspect } = await runTiled(source, loaded, context)
    const upscaled = { ...image, width: image.width * scale, height: image.height * scale, pixels }
    if (suspect) await repair(upscaled, source, suspect, scale)
    if (alpha) await resizeAlpha(image, upscaled)
    return upscaled
  },
  models: ({ model }) => [model],
  result: (image, { scale }) =>
    resized(image, { width: image.width * scale, height: image.height * scale }),
  memory(image, { model, scale }) {
    const to = { width: image.width * scale, height: image.height * scale }
    const held = rgbaBytes(to)
    return peakOf(
      tiledMemory(image, model),
      beside(held + rgbaBytes(image), repairMemory(image, scale)),
      image.alpha ? beside(held, resampleMemory({ ...image, alpha: false }, to)) : { arrays: 0 },
    )
  },
}

async function resizeAlpha(image: RasterImage, upscaled: RasterImage): Promise<void> {
  const { width, height, pixels } = upscaled
  // `alpha: false`: the alpha plane must not be premultiplied by itself.
  const resampled = await resample({ ...image, alpha: false }, { width, height, filter: 'catrom' })
  copyAlpha(resampled.pixels, pixels)
}

export default upscale
