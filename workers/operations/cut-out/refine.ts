import { boxMean, boxMeanOf } from '../../image/box-mean.ts'
import { cropImage } from '../../image/crop.ts'
import type { RasterImage } from '../../image/image.ts'
import { mapPlane, type Plane, ramp } from '../../image/plane.ts'
import { boxAround, cropPlane, placedIn } from '../../image/plane-part.ts'
import { type Affine, colorGuidedFilter, type GuidedMask } from './color-guided-filter.ts'

/** Of the guided filter's window, for 1000 pixels of the longer side: a larger one lets texture into the mask. */
const RADIUS = 8
const EPSILON = 1e-4
/** How far from the border a mask of 320 pixels may be wrong, for 1000 pixels of the longer side. */
const REACH = 10
/** Where the refined border has half its weight, and how far to both sides of that it fades, as shares of REACH. */
const END = 1.5
const FADE = 1
/** A network's soft border is steepened by this before its place is refined. */
const STEEPNESS = 2

/** The colors draw the border where they explain this much of it, and have no say where they explain that little. */
const EXPLAINED = 0.8
const UNEXPLAINED = 0.3

/** A share of the refined border that can be seen. */
const SEEN = 1e-6

/** A mask that can be told at any resolution of its image. */
export interface RefinedMask {
  affine: Affine
  /** What it is away from the border, 0 or 1. */
  inside: Plane
  /** How much of the refined border counts, 0 to 1: all of it near the border, nothing far from it. */
  near: Plane
}

/** Draws the border of a mask where the image has one; where texture hides it, it stays as the mask has it. */
export function refineMask(image: RasterImage, mask: Plane): RefinedMask {
  const unit = Math.max(image.width, image.height) / 1000
  const inside = mapPlane((i) => Number((mask.values[i] as number) > 0.5), mask)
  const steepened = mapPlane((i) => {
    return Math.min(1, Math.max(0, ((mask.values[i] as number) - 0.5) * STEEPNESS + 0.5))
  }, mask)
  const radius = Math.max(2, Math.round(RADIUS * unit))
  const near = nearBorder(inside, REACH * unit)
  // Two windows around the border: what is computed there is what would be computed of the whole image.
  const box = boxAround(near, [SEEN, 2], 2 * radius + 1)
  const part = cropPlane(steepened, box)
  const affine = blendByTrust(colorGuidedFilter(cropImage(image, box), part, radius, EPSILON), part)
  const [red, green, blue, offset] = affine
  const placed = (plane: Plane) => placedIn(image, box, plane)
  return { affine: [placed(red), placed(green), placed(blue), placed(offset)], inside, near }
}

/**
 * 1 next to the border of a mask of zeros and ones, falling to 0 beyond `reach` pixels. Where the mask is vague, what is
 * refined differs from what is inside: a sharp end would be drawn as squares.
 */
function nearBorder(inside: Plane, reach: number): Plane {
  const share = boxMean(inside, Math.max(2, Math.round(END * reach)))
  const isNear = (i: number) => {
    const value = share.values[i] as number
    return Number(value > 0.001 && value < 0.999)
  }
  const radius = Math.max(1, Math.round((FADE * reach) / 2))
  return boxMean(boxMeanOf(isNear, inside, radius), radius)
}

/** What the colors tell, mixed with the mask where they explain little of it. Changes what it is given. */
function blendByTrust({ affine, explained }: GuidedMask, mask: Plane): Affine {
  const offset = affine[3]
  for (let i = 0; i < mask.values.length; i++) {
    const trust = ramp(UNEXPLAINED, EXPLAINED, explained.values[i] as number)
    for (const { values } of affine) values[i] = (values[i] as number) * trust
    offset.values[i] = (offset.values[i] as number) + (1 - trust) * (mask.values[i] as number)
  }
  return affine
}
