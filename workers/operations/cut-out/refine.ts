import { boxMean, boxMeanOf } from '../../image/box-mean.ts'
import type { RasterImage } from '../../image/image.ts'
import { mapPlane, type Plane } from '../../image/plane.ts'
import type { OperationContext } from '../operation.ts'
import { drawBorder } from './draw-border.ts'

/** How far from the border a mask of 448 pixels may be wrong, for 1000 pixels of the longer side. */
const REACH = 10
/** Where the refined border has half its weight, and how far to both sides of that it fades, as shares of REACH. */
const END = 1.5
const FADE = 1

/** The alpha of a mask, 0 to 1, whose border a network draws as the image shows it; away from the border it is 0 or 1. */
export async function refineMask(
  image: RasterImage,
  mask: Plane,
  context: OperationContext,
): Promise<Plane> {
  const inside = mapPlane((i) => Number((mask.values[i] as number) > 0.5), mask)
  const weights = nearBorder(inside, (REACH * Math.max(image.width, image.height)) / 1000)
  const drawn = await drawBorder(image, mask, weights, context)
  return mapPlane((i) => {
    const hard = inside.values[i] as number
    return hard + ((drawn.values[i] as number) - hard) * (weights.values[i] as number)
  }, mask)
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
