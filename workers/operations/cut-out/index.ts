import { bilinearRows } from '../../image/bilinear.ts'
import { borderColor } from '../../image/border-color.ts'
import { eachRow } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import { limitedSize, limitSize, limitSizeMemory } from '../../image/limit-size.ts'
import { beside, peakOf, planeBytes, resampleMemory, rgbaBytes } from '../../image/memory.ts'
import type { Plane } from '../../image/plane.ts'
import { subProgress } from '../../inference/context.ts'
import type { Operation, OperationContext, StepOf } from '../operation.ts'
import { alphaPlane, alphaRows } from './alpha-rows.ts'
import { bothSidesSeen, estimateLayerColors, type LayerColors } from './foreground.ts'
import { maskOf } from './mask-input.ts'
import { refineMask } from './refine.ts'

/** Planes of the size of the mask: those of the guided filter, its inputs and the mask itself. */
const PLANES = 26

/**
 * Makes transparent what the mask does not hold. Its border is drawn along those of the image, at full size; pixels that show
 * both sides take the color of the item. In place. Of an empty mask, everything becomes transparent. Without a mask the image
 * stays as it is: it was a cut-out before.
 */
const cutOut: Operation<StepOf<'cut_out'>> = {
  async run({ mask: found, ...image }, step, context) {
    const small = await limitSize(image)
    const matte = await matteOf(image, small, found, step, context)
    if (!matte) return image
    const backgroundColor = borderColor(image)
    if (!matte.small.values.some((value) => value > 0)) {
      context.observe({ nothingFound: true })
      image.pixels.fill(0)
      return { ...image, alpha: true, backgroundColor }
    }
    context.progress(0.2)
    const sides = estimateLayerColors(small, matte.small)
    await apply(image, matte, sides, subProgress(context, 0.3, 1))
    return { ...image, alpha: true, backgroundColor }
  },
  inputs: ({ mask }) => (mask ? ['mask'] : []),
  result: (image) => ({ ...image, alpha: true }),
  memory(image, { mask }, inputs) {
    const size = limitedSize(image)
    const isCopy = size.width < image.width || size.height < image.height
    const held = rgbaBytes(image) + (isCopy ? rgbaBytes(size) : 0)
    const to = mask === 'exact' ? image : size
    const ofMask = mask
      ? peakOf({ arrays: inputs.mask.decodeBytes }, resampleMemory(inputs.mask, to))
      : { arrays: 0 }
    const exact = mask === 'exact' ? planeBytes(image, 1) : 0
    return peakOf(limitSizeMemory(image), beside(held + exact, ofMask), {
      arrays: held + exact + planeBytes(size, PLANES),
    })
  },
}

/** The alpha of a cut-out, 0 to 1. */
interface Matte {
  /** Of a copy of the image. */
  small: Plane
  /** Of each row of the image; valid until the next call. */
  row: Row
  /** How far the colors of both sides are told apart, 0 to 1; everywhere by default. */
  trust?: Row
}

type Row = (y: number) => Float32Array

async function matteOf(
  image: RasterImage,
  small: RasterImage,
  found: Plane | undefined,
  { mask: given }: StepOf<'cut_out'>,
  context: OperationContext,
): Promise<Matte | undefined> {
  const picture = given && (await context.input('mask'))
  if (picture && given === 'exact') {
    const whole = await maskOf(picture, image)
    const reduced = await maskOf(picture, small)
    const trust = bilinearRows(bothSidesSeen(reduced), image)
    return { small: reduced, row: bilinearRows(whole, image), trust }
  }
  const mask = picture ? await maskOf(picture, small) : found
  if (!mask) return undefined
  const refined = refineMask(small, mask)
  return { small: alphaPlane(refined, small), row: alphaRows(refined, image) }
}

async function apply(
  image: RasterImage,
  matte: Matte,
  { item, behind }: LayerColors,
  context: OperationContext,
): Promise<void> {
  const { pixels, width } = image
  const [items, others] = [item, behind].map((colors) =>
    colors.map((plane) => bilinearRows(plane, image)),
  ) as [Row[], Row[]]
  await eachRow(image, context, [0, 1], (y) => {
    const alpha = matte.row(y)
    const own = items.map((row) => row(y))
    const other = others.map((row) => row(y))
    const trust = matte.trust?.(y)
    for (let x = 0, at = y * width * 4; x < width; x++, at += 4) {
      const share = alpha[x] as number
      if (share === 1) continue
      const certain = trust ? (trust[x] as number) : 1
      for (let c = 0; c < 3; c++) {
        const mine = own[c]?.[x] as number
        const mixed = share * mine + (1 - share) * (other[c]?.[x] as number)
        const seen = pixels[at + c] as number
        // What neither side explains belongs to the item, as far as it is seen.
        pixels[at + c] = seen + certain * (mine + share * (seen - mixed) - seen)
      }
      const left = Math.round((pixels[at + 3] as number) * share)
      pixels[at + 3] = left
      if (left === 0) pixels.fill(0, at, at + 3)
    }
  })
}

export default cutOut
