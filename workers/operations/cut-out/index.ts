import type { Size } from '../../../src/plan/size.ts'
import { bilinearRows } from '../../image/bilinear.ts'
import { borderColor, UNKNOWN } from '../../image/border-color.ts'
import { eachRow } from '../../image/each-row.ts'
import { hasTransparency, isInvisible, type RasterImage } from '../../image/image.ts'
import { limitedSize, limitSize, limitSizeMemory } from '../../image/limit-size.ts'
import {
  beside,
  type ImageShape,
  peakOf,
  planeBytes,
  resampleMemory,
  rgbaBytes,
} from '../../image/memory.ts'
import type { Plane } from '../../image/plane.ts'
import { subProgress } from '../../inference/context.ts'
import { fixedInputMemory } from '../../inference/memory.ts'
import { isCutOut } from '../background/is-cut-out.ts'
import type { Operation, OperationContext, StepOf } from '../operation.ts'
import { alphaRows } from './alpha-rows.ts'
import { type Corrections, correctionsOf, correctMask, correctRow } from './corrections.ts'
import { EDGE_MODEL } from './draw-border.ts'
import { bothSidesSeen, estimateLayerColors, type LayerColors } from './foreground.ts'
import { maskOf } from './mask-input.ts'
import { refineMask } from './refine.ts'

/** Planes of the size of the mask: itself, the colors of both sides, and what they come from. */
const PLANES = 16
/** What the collector has not freed yet: so many more planes, up to so many bytes (measured on 0.5 and 2 megapixels). */
const GARBAGE = { planes: 6, most: 27e6 }

/**
 * Makes transparent what the mask does not hold. Its border is drawn along those of the image, at full size; pixels that show
 * both sides take the color of the item. In place. Without a mask the alpha of the image counts as one: all that changes is
 * what is corrected.
 */
const cutOut: Operation<StepOf<'cut_out'>> = {
  async run({ mask: found, ...image }, step, context) {
    const corrections = await correctionsOf(image, step, context)
    if (!found && !step.mask) return editAlpha(image, corrections, context)
    const small = await limitSize(image)
    const drawing = subProgress(context, 0, 0.7)
    const matte = await matteOf(image, small, found, step, corrections, drawing)
    await context.checkpoint()
    const backgroundColor = isCutOut(image) ? UNKNOWN : borderColor(image)
    const sides = estimateLayerColors(small, matte.small)
    await context.checkpoint()
    await apply(image, matte, sides, subProgress(context, 0.9, 1))
    return observed({ ...image, alpha: true, backgroundColor }, context)
  },
  inputs: ({ mask, hints }) => [
    ...(mask ? (['mask'] as const) : []),
    ...(hints ? (['hints'] as const) : []),
  ],
  result: (image) => ({ ...image, alpha: true }),
  models: (step) => (drawsBorder(step) ? [EDGE_MODEL] : []),
  memory(image, step, inputs) {
    const { mask, hints, framing } = step
    const size = limitedSize(image)
    const isCopy = size.width < image.width || size.height < image.height
    const held = rgbaBytes(image) + (isCopy ? rgbaBytes(size) : 0)
    const exact = mask === 'exact' ? planeBytes(image, 1) : 0
    const drawn = hints ? rgbaBytes(image) : 0
    const reading = (input: ImageShape & { decodeBytes: number }) =>
      beside(
        held + exact + drawn,
        peakOf(
          { arrays: input.decodeBytes },
          resampleMemory(input, framing?.source ?? image),
          { arrays: rgbaBytes(input) + (framing ? rgbaBytes(framing.source) + 2 * rgbaBytes(image) : 0) }, // biome-ignore format: a line
        ),
      )
    return peakOf(
      limitSizeMemory(image),
      ...(mask ? [reading(inputs.mask)] : []),
      ...(hints ? [reading(inputs.hints)] : []),
      beside(
        held + exact + drawn + planeBytes(size, PLANES) + garbageBytes(size),
        drawsBorder(step) ? fixedInputMemory(EDGE_MODEL) : { arrays: 0 },
      ),
    )
  },
}

const drawsBorder = ({ found, mask }: StepOf<'cut_out'>) => found || mask === 'refined'

const garbageBytes = (size: Size) => Math.min(GARBAGE.most, planeBytes(size, GARBAGE.planes))

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
  { mask: given, framing }: StepOf<'cut_out'>,
  corrections: Corrections | undefined,
  context: OperationContext,
): Promise<Matte> {
  const picture = given && (await context.input('mask'))
  const mask = picture ? await maskOf(picture, small, framing) : (found as Plane)
  const corrected = corrections ? correctMask(mask, corrections, image) : mask
  if (picture && given === 'exact') {
    const row = bilinearRows(await maskOf(picture, image, framing), image)
    const trust = bilinearRows(bothSidesSeen(corrected), image)
    return { small: corrected, row: withCorrections(row, corrections), trust }
  }
  const refined = await refineMask(small, corrected, context)
  return { small: refined, row: withCorrections(alphaRows(refined, small, image), corrections) }
}

/** What was corrected before the border was refined is exact. */
function withCorrections(row: Row, corrections: Corrections | undefined): Row {
  if (!corrections) return row
  return (y) => {
    const alpha = row(y).slice()
    correctRow(alpha, corrections(y))
    return alpha
  }
}

async function editAlpha(
  image: RasterImage,
  corrections: Corrections | undefined,
  context: OperationContext,
): Promise<RasterImage> {
  if (!corrections) return image
  if (!hasTransparency(image)) {
    context.observe({ nothingToCorrect: true })
    return image
  }
  const { pixels, width } = image
  await eachRow(image, context, [0, 1], (y) => {
    const row = corrections(y)
    for (let x = 0, at = y * width * 4; x < width; x++, at += 4) {
      const correction = row[x] as number
      if (correction > 0) pixels[at + 3] = 255
      else if (correction < 0) pixels.fill(0, at, at + 4)
    }
  })
  return observed(image, context)
}

/** Notes where nothing is left. */
function observed(image: RasterImage, context: OperationContext): RasterImage {
  if (isInvisible(image)) context.observe({ nothingFound: true })
  return image
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
      const left = Math.round((pixels[at + 3] as number) * share)
      pixels[at + 3] = left
      if (left === 0) {
        pixels[at] = 0
        pixels[at + 1] = 0
        pixels[at + 2] = 0
        continue
      }
      const certain = trust ? (trust[x] as number) : 1
      for (let c = 0; c < 3; c++) {
        const mine = own[c]?.[x] as number
        const mixed = share * mine + (1 - share) * (other[c]?.[x] as number)
        const seen = pixels[at + c] as number
        // What neither side explains belongs to the item, as far as it is seen.
        pixels[at + c] = seen + certain * (mine + share * (seen - mixed) - seen)
      }
    }
  })
}

export default cutOut
