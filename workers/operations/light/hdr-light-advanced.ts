import type { Size } from '../../../src/plan/size.ts'
import { bilinearRows } from '../../image/bilinear.ts'
import type { Checkpoints } from '../../image/each-row.ts'
import { guidedFilter } from '../../image/guided-filter.ts'
import type { RasterImage } from '../../image/image.ts'
import { lumaPlane } from '../../image/luma.ts'
import { planeBytes } from '../../image/memory.ts'
import { mapPlane, radiusOf } from '../../image/plane.ts'
import { thumbnail, thumbnailSize } from '../../image/thumbnail.ts'
import { fuseExposures } from './exposure-fusion.ts'
import { MAX_GAIN } from './needed-gain.ts'
import type { Relight } from './relight.ts'

/** Longer side of the thumbnail on which exposures are fused. */
const SIDE = 720
/** Radius of the window in which the change is fitted as an affine function of luma, as a share of the longer side. */
const RADIUS = 1 / 250
/** Windows that vary by less than 2/255 are flat: they are shifted as a whole, so that their noise is not amplified. */
const FLAT = 0.008 ** 2
/** The lowest gain that the fit may apply; the highest is MAX_GAIN. */
const MIN_GAIN = 0.7

/**
 * `hdr_light_advanced`: exposure fusion. T. Mertens, J. Kautz, F. Van Reeth, "Exposure Fusion" (Pacific Graphics 2007),
 * on brighter exposures simulated from the image itself, as in C. Hessel, "Simulated Exposure Fusion" (IPOL 2019). The
 * fusion runs on a thumbnail; a guided filter (K. He, J. Sun, 2015) transfers the change to full resolution.
 */
export async function exposureFusion(
  image: RasterImage,
  checkpoints: Checkpoints,
): Promise<Relight> {
  const small = lumaPlane(await thumbnail(image, SIDE, checkpoints, [0, 0.2]))
  const goal = fuseExposures(small).values
  const change = mapPlane((i) => (goal[i] as number) - (small.values[i] as number), small)
  const fit = guidedFilter(small, change, radiusOf(small, RADIUS), FLAT)
  const slopes = bilinearRows(fit.slope, image)
  const offsets = bilinearRows(fit.offset, image)
  return (y, luma) => {
    const [slope, offset] = [slopes(y), offsets(y)]
    for (let x = 0; x < luma.length; x++) {
      const before = luma[x] as number
      const after = before + (slope[x] as number) * before + (offset[x] as number)
      luma[x] = Math.min(before * MAX_GAIN, Math.max(before * MIN_GAIN, after))
    }
  }
}

/**
 * Bytes of the thumbnail's planes: 3 weights, 4 pyramids (each 4/3 of a plane), luma, gain and the blended plane, and more
 * than as many before them that the collector has not freed yet (measured on 2 and 6 megapixels).
 */
export const exposureFusionBytes = (image: Size): number =>
  planeBytes(thumbnailSize(image, SIDE), 27)
