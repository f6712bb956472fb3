import type { Size } from '../../../src/contract/plan/size.ts'
import { bilinearRows } from '../../image/bilinear.ts'
import type { Checkpoints } from '../../image/each-row.ts'
import { guidedFilter } from '../../image/guided-filter.ts'
import type { RasterImage } from '../../image/image.ts'
import { lumaPlane } from '../../image/luma.ts'
import { planeBytes } from '../../image/memory.ts'
import { mapPlane } from '../../image/plane.ts'
import { thumbnail, thumbnailSize } from '../../image/thumbnail.ts'
import { fuseExposures } from './exposure-fusion.ts'
import { MAX_GAIN } from './needed-gain.ts'
import type { Relight } from './relight.ts'

/** Longer side of the image that is fused. */
const SIDE = 720
/** Window in which the change is taken for an affine function of the luma: a share of the longer side. */
const RADIUS = 1 / 250
/** Windows that vary by less than 2/255 are flat: they are shifted as a whole, and their noise does not grow. */
const FLAT = 0.008 ** 2
/** What the fit may do to a luma at most. */
const LEAST = 0.7

/**
 * `hdr_light_advanced`: exposure fusion. T. Mertens, J. Kautz, F. Van Reeth, "Exposure Fusion" (Pacific Graphics 2007),
 * on brighter exposures made of the image itself, as C. Hessel, "Simulated Exposure Fusion" (IPOL 2019) does. A small
 * image is fused; its change is carried to the full size by a guided filter (K. He, J. Sun, 2015).
 */
export async function exposureFusion(image: RasterImage, pace: Checkpoints): Promise<Relight> {
  const small = lumaPlane(await thumbnail(image, SIDE, pace, [0, 0.2]))
  const goal = fuseExposures(small).values
  const change = mapPlane((i) => (goal[i] as number) - (small.values[i] as number), small)
  const radius = Math.max(1, Math.round(Math.max(small.width, small.height) * RADIUS))
  const fit = guidedFilter(small, change, radius, FLAT)
  const slopes = bilinearRows(fit.slope, image)
  const offsets = bilinearRows(fit.offset, image)
  return (y, luma) => {
    const [slope, offset] = [slopes(y), offsets(y)]
    for (let x = 0; x < luma.length; x++) {
      const own = luma[x] as number
      const to = own + (slope[x] as number) * own + (offset[x] as number)
      luma[x] = Math.min(own * MAX_GAIN, Math.max(own * LEAST, to))
    }
  }
}

/** Bytes of the thumbnail and its planes: 3 weights, 4 pyramids of a third more each, luma, gain and what is blended. */
export const exposureFusionBytes = (image: Size): number =>
  planeBytes(thumbnailSize(image, SIDE), 20)
