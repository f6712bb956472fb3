import type { Step } from '../../src/plan/steps.ts'
import { bleed } from '../neural/bleed.ts'
import { runTiled } from '../neural/run-tiled.ts'
import { hasTransparency, type Picture } from '../picture.ts'
import type { Operation } from './operation.ts'
import { resample } from './resize.ts'
import { repair } from './upscale-repair.ts'

type Upscale = Extract<Step, { op: 'upscale' }>

/** Makes a picture 2 or 4 times larger by a network (SPAN); alpha is resized beside the colours. */
const upscale: Operation<Upscale> = async (picture, { model, scale }, context) => {
  const alpha = hasTransparency(picture)
  // Colours of transparent pixels are arbitrary, often black: the network must not see them.
  const colours = alpha ? { ...picture, pixels: bleed(picture) } : picture
  const loaded = await context.load(model)
  const { pixels, suspect } = await runTiled(colours, loaded, context)
  const upscaled = {
    ...picture,
    width: picture.width * scale,
    height: picture.height * scale,
    pixels,
  }
  if (suspect) await repair(upscaled, colours, suspect, scale)
  if (alpha) await copyAlpha(upscaled, picture)
  return upscaled
}

async function copyAlpha(upscaled: Picture, picture: Picture): Promise<void> {
  const { width, height, pixels } = upscaled
  // Not weighted by itself: an alpha plane is resized like any grey picture.
  const resized = await resample({ ...picture, alpha: false }, { width, height, filter: 'catrom' })
  for (let i = 3; i < pixels.length; i += 4) pixels[i] = resized.pixels[i] as number
}

export default upscale
