import type { Step } from '../../src/plan/steps.ts'
import { partOf } from '../matting/masks.ts'
import type { Picture } from '../picture.ts'
import { borderColour } from './border-colour.ts'
import { drawOver } from './draw-over.ts'
import { putOver } from './flatten.ts'
import type { Context, Operation } from './operation.ts'
import { resample } from './resize.ts'

type Backdrop = Extract<Step, { op: 'backdrop' }>

/** Puts the input `replace`, or the colour that the removed background had, behind what is transparent. In place. */
const backdrop: Operation<Backdrop> = async (picture, { behind }, context) => {
  if (behind === 'replace') return before(await covering(picture, context), picture, context)
  putOver(picture.pixels, picture.surroundings ?? borderColour(picture))
  return { ...picture, alpha: false }
}

/** The replacement, scaled to cover the picture, its middle cut to the picture's size. */
async function covering({ width, height }: Picture, context: Context): Promise<Picture> {
  const image = await context.input('replace')
  const scale = Math.max(width / image.width, height / image.height)
  const window = {
    width: Math.min(image.width, Math.max(1, Math.round(width / scale))),
    height: Math.min(image.height, Math.max(1, Math.round(height / scale))),
  }
  const box = {
    ...window,
    x: (image.width - window.width) >> 1,
    y: (image.height - window.height) >> 1,
  }
  const filter = scale < 1 ? 'lanczos3' : 'catrom'
  return resample(partOf(image, box), { width, height, filter })
}

/** The replacement with the picture over it, straight alpha on both sides. */
async function before(behind: Picture, picture: Picture, context: Context): Promise<Picture> {
  await drawOver(behind, picture, 0, 0, 1, context)
  const { pixels, alpha } = behind
  return { ...picture, pixels, alpha }
}

export default backdrop
