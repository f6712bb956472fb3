import type { Size } from '../../../src/plan/size.ts'
import { bilinearRows } from '../../image/bilinear.ts'
import type { Checkpoints } from '../../image/each-row.ts'
import { guidedFilter } from '../../image/guided-filter.ts'
import type { RasterImage } from '../../image/image.ts'
import { lumaPlane } from '../../image/luma.ts'
import { planeBytes } from '../../image/memory.ts'
import { radiusOf, smoothstep } from '../../image/plane.ts'
import { thumbnail, thumbnailSize } from '../../image/thumbnail.ts'
import { neededGain } from './needed-gain.ts'
import type { Relight } from './relight.ts'

/** Longer side of the thumbnail on which the filter's coefficients are computed. */
const SIDE = 720
/** Radius of the base's window, as a share of the longer side. */
const RADIUS = 1 / 30
/** Windows whose luma varies by less than 0.12 count as flat: their detail is not part of the base. */
const FLAT = 0.12 ** 2
/** Gain that shadows get in addition, whatever their surroundings. */
const SHADOW_GAIN = 0.04

/**
 * `hdr_light`: splits luma into a base that keeps edges (fast guided filter) and detail. Lifts the shadows of the base by
 * the gain that their surroundings need, keeps the highlights, and adds the detail back: F. Durand, J. Dorsey,
 * "Fast Bilateral Filtering for the Display of High-Dynamic-Range Images" (SIGGRAPH 2002), with a guided filter instead.
 */
export async function localContrast(
  image: RasterImage,
  checkpoints: Checkpoints,
): Promise<Relight> {
  const small = lumaPlane(await thumbnail(image, SIDE, checkpoints, [0, 0.3]))
  const base = guidedFilter(small, small, radiusOf(small, RADIUS), FLAT)
  const slopes = bilinearRows(base.slope, image)
  const offsets = bilinearRows(base.offset, image)
  const gains = bilinearRows(neededGain(small), image)
  return (y, luma) => {
    const [slope, offset, needed] = [slopes(y), offsets(y), gains(y)]
    for (let x = 0; x < luma.length; x++) {
      const before = luma[x] as number
      const baseLuma = Math.max(1 / 255, (slope[x] as number) * before + (offset[x] as number))
      const gain = 1 + ((needed[x] as number) - 1 + SHADOW_GAIN) * shadowWeight(baseLuma)
      luma[x] = baseLuma * gain + (before - baseLuma) * detailGain(gain, baseLuma)
    }
  }
}

/** Bytes of the thumbnail and its planes: two guided filters of 6 each, luma, and the surrounding highlights. */
export const localContrastBytes = (image: Size): number =>
  planeBytes(thumbnailSize(image, SIDE), 16)

/** The share of the gain that is applied to the base, 0 to 1: none in highlights, and black stays black. */
const shadowWeight = (base: number) =>
  (1 - smoothstep(0.2, 0.8, base)) * smoothstep(-0.02, 0.1, base)

/** The gain of the detail: that of its base, except in the deepest shadows, where much of the detail is noise. */
const detailGain = (gain: number, base: number) => 1 + (gain - 1) * smoothstep(0.05, 0.25, base)
