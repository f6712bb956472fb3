import { boxMean } from '../../image/box-mean.ts'
import type { RasterImage } from '../../image/image.ts'
import { mapPlane, type Plane } from '../../image/plane.ts'

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

/**
 * Local means of the colors of either side, weighted by alpha. After M. Forte, "Approximate Fast Foreground Color
 * Estimation", IEEE ICIP 2021.
 */
export function estimateLayerColors(image: RasterImage, alpha: Plane): LayerColors {
  const radius = Math.max(
    LEAST_RADIUS,
    Math.round((RADIUS * Math.max(image.width, image.height)) / 1000),
  )
  return {
    item: weightedMeans(image, radius, (i) => alpha.values[i] as number),
    behind: weightedMeans(image, radius, (i) => 1 - (alpha.values[i] as number)),
  }
}

function weightedMeans(
  image: RasterImage,
  radius: number,
  weight: (i: number) => number,
): ColorPlanes {
  const share = boxMean(
    mapPlane((i) => weight(i) ** POWER + EPSILON, image),
    radius,
  )
  const channel = (c: number) => {
    const sum = boxMean(
      mapPlane((i) => (weight(i) ** POWER + EPSILON) * (image.pixels[i * 4 + c] as number), image),
      radius,
    )
    return mapPlane((i) => (sum.values[i] as number) / (share.values[i] as number), image)
  }
  return [channel(0), channel(1), channel(2)]
}
