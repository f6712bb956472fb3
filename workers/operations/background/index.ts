import type { Rgb } from '../../../src/plan/steps.ts'
import { bilinearRows } from '../../image/bilinear.ts'
import { borderColor } from '../../image/border-color.ts'
import { eachRow } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import { limitedSize, limitSize, limitSizeMemory } from '../../image/limit-size.ts'
import { beside, peakOf, planeBytes, rgbaBytes } from '../../image/memory.ts'
import { subProgress } from '../../inference/context.ts'
import { fixedInputMemory } from '../../inference/memory.ts'
import type { Operation, OperationContext, StepOf } from '../operation.ts'
import { alphaPlane, alphaRows } from './alpha-rows.ts'
import { findMask, maskModels } from './find-mask.ts'
import { estimateLayerColors, type LayerColors } from './foreground.ts'
import { isCutOut } from './is-cut-out.ts'
import { type RefinedMask, refineMask } from './refine.ts'

/** Planes of the size that the mask is found at: those of the guided filter, its inputs and the mask itself. */
const PLANES = 26

/** What counts as the color of a background that was removed before: those of transparent pixels are arbitrary. */
const UNKNOWN: Rgb = [255, 255, 255]

/**
 * Makes all but the item or the people transparent. The mask is found on an image of at most 2048 pixels a side, and
 * drawn along the borders of the whole; pixels that show both sides take the color of the item. In place. Where nothing is
 * found, everything becomes transparent. A cut-out stays as it is: a network would take parts of it for background. People
 * are looked for in any image.
 */
const background: Operation<StepOf<'background'>> = {
  async run(image, { remove }, context) {
    if (remove !== 'human' && isCutOut(image)) {
      context.observe({ cutOutBefore: true })
      return { ...image, backgroundColor: UNKNOWN }
    }
    const small = await limitSize(image)
    const mask = await findMask(small, remove, subProgress(context, 0, 0.7))
    const backgroundColor = borderColor(image)
    if (!mask) {
      context.observe({ nothingFound: true })
      image.pixels.fill(0)
      return { ...image, alpha: true, backgroundColor }
    }
    const refined = refineMask(small, mask)
    context.progress(0.75)
    const sides = estimateLayerColors(small, alphaPlane(refined, small))
    await apply(image, refined, sides, subProgress(context, 0.8, 1))
    return { ...image, alpha: true, backgroundColor }
  },
  models: ({ remove }, custom) => maskModels(remove, custom),
  result: (image) => ({ ...image, alpha: true }),
  memory(image, { remove }) {
    const size = limitedSize(image)
    const isCopy = size.width < image.width || size.height < image.height
    const held = rgbaBytes(image) + (isCopy ? rgbaBytes(size) : 0)
    // Every model may be loaded with names of custom ones, of which nothing is known.
    const models = maskModels(remove, {}).map(fixedInputMemory)
    return peakOf(
      limitSizeMemory(image),
      { arrays: held + planeBytes(size, PLANES) },
      beside(held + planeBytes(size, 4), peakOf(...models)),
    )
  },
}

async function apply(
  image: RasterImage,
  refined: RefinedMask,
  { item, behind }: LayerColors,
  context: OperationContext,
): Promise<void> {
  const { pixels, width } = image
  const alphaIn = alphaRows(refined, image)
  const [items, others] = [item, behind].map((colors) =>
    colors.map((plane) => bilinearRows(plane, image)),
  ) as [Rows, Rows]
  await eachRow(image, context, [0, 1], (y) => {
    const alpha = alphaIn(y)
    const own = items.map((row) => row(y))
    const other = others.map((row) => row(y))
    for (let x = 0, at = y * width * 4; x < width; x++, at += 4) {
      const share = alpha[x] as number
      if (share === 1) continue
      for (let c = 0; c < 3; c++) {
        const mine = own[c]?.[x] as number
        const mixed = share * mine + (1 - share) * (other[c]?.[x] as number)
        // What neither side explains belongs to the item, as far as it is seen.
        pixels[at + c] = mine + share * ((pixels[at + c] as number) - mixed)
      }
      const left = Math.round((pixels[at + 3] as number) * share)
      pixels[at + 3] = left
      if (left === 0) pixels.fill(0, at, at + 3)
    }
  })
}

type Rows = ((y: number) => Float32Array)[]

export default background
