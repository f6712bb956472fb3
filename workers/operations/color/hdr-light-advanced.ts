import type { Size } from '../../../src/plan/size.ts'
import { bilinearRows } from '../../image/bilinear.ts'
import { boxMean } from '../../image/box-mean.ts'
import type { Checkpoints } from '../../image/each-row.ts'
import { applyAffine, guidedFilter } from '../../image/guided-filter.ts'
import type { RasterImage } from '../../image/image.ts'
import { lumaPlane } from '../../image/luma.ts'
import { planeBytes } from '../../image/memory.ts'
import { mapPlane, type Plane, radiusOf } from '../../image/plane.ts'
import { thumbnail, thumbnailSize } from '../../image/thumbnail.ts'
import type { Rise } from './rechroma.ts'
import { vibrance } from './vibrance.ts'

/** Longer side of the thumbnail on which the gain is computed. */
const SIDE = 512
/** Radii of windows, as shares of the longer side: for the surroundings, and for smoothing the gain. */
const SURROUNDINGS = 0.12
const SMOOTH = 0.02
/** Variance of luma that counts as an edge. */
const EDGE = 0.05 ** 2
/** Gain where chroma equals that of the surroundings, and the highest gain where it exceeds that. */
const BASE_GAIN = 0.45
const MAX_GAIN = 1.2

/**
 * `hdr_light_advanced`: local chroma contrast. Multiplies vibrance by a gain: higher where a pixel is more colorful than
 * its surroundings, lower where it is duller. This is an unsharp mask of chroma with a wide window; a guided filter
 * (K. He, J. Sun, 2015) aligns the gain with the image's edges.
 */
export async function localChromaContrast(
  image: RasterImage,
  checkpoints: Checkpoints,
): Promise<(y: number) => Rise> {
  const small = await thumbnail(image, SIDE, checkpoints, [0, 0.3])
  const gains = bilinearRows(gainOf(chromaPlane(small), lumaPlane(small)), image)
  return (y) => {
    const gain = gains(y)
    return (chroma, saturation, hue, x) => (gain[x] as number) * vibrance(chroma, saturation, hue)
  }
}

/** Bytes of the thumbnail's planes: 10 of the guided filter, beside chroma, luma and the gain. */
export const localChromaContrastBytes = (image: Size): number =>
  planeBytes(thumbnailSize(image, SIDE), 15)

function gainOf(chroma: Plane, luma: Plane): Plane {
  const around = boxMean(chroma, radiusOf(luma, SURROUNDINGS)).values
  const raw = mapPlane((i) => {
    const ratio = ((chroma.values[i] as number) + 0.03) / ((around[i] as number) + 0.03)
    return Math.min(MAX_GAIN, BASE_GAIN * ratio)
  }, luma)
  const fit = guidedFilter(luma, raw, radiusOf(luma, SMOOTH), EDGE)
  const smooth = applyAffine(fit, luma).values
  return mapPlane((i) => Math.min(MAX_GAIN, Math.max(0, smooth[i] as number)), luma)
}

/** Chroma: the largest minus the smallest channel, 0 to 1. */
const chromaPlane = ({ pixels, width, height }: RasterImage): Plane =>
  mapPlane(
    (i) => {
      const [r = 0, g = 0, b = 0] = pixels.subarray(i * 4)
      return (Math.max(r, g, b) - Math.min(r, g, b)) / 255
    },
    { width, height },
  )
