import type { Size } from '../../../src/plan/size.ts'
import { boxMeanOf } from '../../image/box-mean.ts'
import { cropImage } from '../../image/crop.ts'
import type { RasterImage } from '../../image/image.ts'
import { mapPlane, type Plane } from '../../image/plane.ts'
import { boxAround, cropPlane, placedIn } from '../../image/plane-part.ts'

type ColorPlanes = readonly [red: Plane, green: Plane, blue: Plane]

/** What the item and what is behind it look like around each pixel, 0 to 255, smooth. */
export interface LayerColors {
  item: ColorPlanes
  behind: ColorPlanes
}

/** Of the windows, for 1000 pixels of the longer side: the colors that a pixel may be made of are this near. */
const RADIUS = 14
const LEAST_RADIUS = 6
/** How much more a pixel counts that is surely of one side: this power of its share. */
const POWER = 4
/** What is farther than that from either side is of it alone; this little of all colors keeps it defined. */
const EPSILON = 1e-6

/** From this alpha on a pixel shows one side, and up to as much below 1 the other too. */
const SEEN = 1e-4

/**
 * Local means of the colors of either side, weighted by alpha, where an image shows both. After M. Forte, "Approximate Fast Foreground Color
 * Estimation", IEEE ICIP 2021.
 */
export function estimateLayerColors(image: RasterImage, alpha: Plane): LayerColors {
  const radius = radiusFor(image)
  const box = boxAround(alpha, [SEEN, 1 - SEEN], radius + 2)
  const { values } = cropPlane(alpha, box)
  const means = (weight: (i: number) => number): ColorPlanes => {
    const [red, green, blue] = weightedMeans(cropImage(image, box), radius, weight)
    return [placedIn(image, box, red), placedIn(image, box, green), placedIn(image, box, blue)]
  }
  return {
    item: means((i) => values[i] as number),
    behind: means((i) => 1 - (values[i] as number)),
  }
}

const radiusFor = ({ width, height }: Size) =>
  Math.max(LEAST_RADIUS, Math.round((RADIUS * Math.max(width, height)) / 1000))

/** An alpha this near to 0 or 1 is of one side, and this share of a window is enough of a side to know its color. */
const NEARLY = 0.05
const ENOUGH = 0.05

/**
 * Where both sides are seen near a pixel, 0 to 1. Elsewhere their colors cannot be told apart: there a mask of the caller's
 * fades the image, or shows something that is transparent.
 */
export function bothSidesSeen(alpha: Plane): Plane {
  const share = (distance: (alpha: number) => number) =>
    boxMeanOf((i) => Number(distance(alpha.values[i] as number) <= NEARLY), alpha, radiusFor(alpha))
  const [item, behind] = [share((value) => 1 - value), share((value) => value)]
  return mapPlane((i) => {
    return Math.min(1, Math.min(item.values[i] as number, behind.values[i] as number) / ENOUGH)
  }, alpha)
}

function weightedMeans(
  image: RasterImage,
  radius: number,
  weight: (i: number) => number,
): ColorPlanes {
  const weights = new Float64Array(image.width * image.height)
  for (let i = 0; i < weights.length; i++) weights[i] = weight(i) ** POWER + EPSILON
  const share = boxMeanOf((i) => weights[i] as number, image, radius)
  const channel = (c: number) => {
    const weighted = (i: number) => (weights[i] as number) * (image.pixels[i * 4 + c] as number)
    const sum = boxMeanOf(weighted, image, radius)
    for (let i = 0; i < weights.length; i++)
      sum.values[i] = (sum.values[i] as number) / (share.values[i] as number)
    return sum
  }
  return [channel(0), channel(1), channel(2)]
}
