import type { Size } from '../../../src/contract/plan/size.ts'
import { bilinearRows } from '../../image/bilinear.ts'
import type { Checkpoints } from '../../image/each-row.ts'
import { guidedFilter } from '../../image/guided-filter.ts'
import type { RasterImage } from '../../image/image.ts'
import { lumaPlane } from '../../image/luma.ts'
import { planeBytes } from '../../image/memory.ts'
import { smoothstep } from '../../image/plane.ts'
import { thumbnail, thumbnailSize } from '../../image/thumbnail.ts'
import { neededGain } from './needed-gain.ts'
import type { Relight } from './relight.ts'

/** Longer side of the image that the filter's coefficients are computed on. */
const SIDE = 720
/** Of the base's window, as a share of the longer side. */
const RADIUS = 1 / 30
/** Windows that vary by less than 0.12 in luma are flat: their detail is not part of the base. */
const FLAT = 0.12 ** 2
/** Shadows gain this much everywhere. */
const OPEN = 0.04

/**
 * `hdr_light`: luma is split into a base that keeps edges (fast guided filter) and the detail upon it. Shadows of the
 * base are lifted by what their surroundings need, lights stay, and the detail is put back: F. Durand, J. Dorsey,
 * "Fast Bilateral Filtering for the Display of High-Dynamic-Range Images" (SIGGRAPH 2002), with another filter.
 */
export async function localContrast(image: RasterImage, pace: Checkpoints): Promise<Relight> {
  const small = lumaPlane(await thumbnail(image, SIDE, pace, [0, 0.3]))
  const radius = Math.max(1, Math.round(Math.max(small.width, small.height) * RADIUS))
  const base = guidedFilter(small, small, radius, FLAT)
  const slopes = bilinearRows(base.slope, image)
  const offsets = bilinearRows(base.offset, image)
  const gains = bilinearRows(neededGain(small), image)
  return (y, luma) => {
    const [slope, offset, needed] = [slopes(y), offsets(y), gains(y)]
    for (let x = 0; x < luma.length; x++) {
      const own = luma[x] as number
      const under = Math.max(1 / 255, (slope[x] as number) * own + (offset[x] as number))
      const gain = 1 + ((needed[x] as number) - 1 + OPEN) * shadow(under)
      luma[x] = under * gain + (own - under) * detail(gain, under)
    }
  }
}

/** Bytes of the thumbnail and its planes: two guided filters of 6 each, luma, and the lights around each place. */
export const localContrastBytes = (image: Size): number =>
  planeBytes(thumbnailSize(image, SIDE), 16)

/** How much of the gain a base gets, 0 to 1: lights need none, and black stays black. */
const shadow = (base: number) => (1 - smoothstep(0.2, 0.8, base)) * smoothstep(-0.02, 0.1, base)

/** Detail grows with its base, but in the deepest shadows, where much of it is noise. */
const detail = (gain: number, base: number) => 1 + (gain - 1) * smoothstep(0.05, 0.25, base)
