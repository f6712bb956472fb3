import type { Step } from '../../../src/contract/plan/steps.ts'
import { alphaBleed } from '../../image/alpha-bleed.ts'
import { hasTransparency, type RasterImage } from '../../image/image.ts'
import { resample } from '../../image/resample.ts'
import { runTiled } from '../../inference/run-tiled.ts'
import type { Operation } from '../operation.ts'
import { repair } from './repair.ts'

type Upscale = Extract<Step, { op: 'upscale' }>

/** Makes an image 2 or 4 times larger by a network (SPAN); alpha is resized beside the colours. */
const upscale: Operation<Upscale> = async (image, { model, scale }, context) => {
  const alpha = hasTransparency(image)
  // Colours of transparent pixels are arbitrary, often black: the network must not see them.
  const colours = alpha ? { ...image, pixels: alphaBleed(image) } : image
  const loaded = await context.load(model)
  const { pixels, suspect } = await runTiled(colours, loaded, context)
  const upscaled = {
    ...image,
    width: image.width * scale,
    height: image.height * scale,
    pixels,
  }
  if (suspect) await repair(upscaled, colours, suspect, scale)
  if (alpha) await copyAlpha(upscaled, image)
  return upscaled
}

async function copyAlpha(upscaled: RasterImage, image: RasterImage): Promise<void> {
  const { width, height, pixels } = upscaled
  // Not weighted by itself: an alpha plane is resized like any grey image.
  const resized = await resample({ ...image, alpha: false }, { width, height, filter: 'catrom' })
  for (let i = 3; i < pixels.length; i += 4) pixels[i] = resized.pixels[i] as number
}

export default upscale
