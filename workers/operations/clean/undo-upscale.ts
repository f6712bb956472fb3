import type { Size } from '../../../src/plan/size.ts'
import type { Checkpoints } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import { planeBytes } from '../../image/memory.ts'
import { mapPlane, type Plane } from '../../image/plane.ts'
import { backProject } from './back-project.ts'
import type { Upscaled } from './estimate-upscale.ts'

/** Rows of the small image that are computed at once, and the extra rows on each side that avoid seams. */
const BAND = 128
const MARGIN = 8

/** Reconstructs the original of an enlarged image, opaque, at the estimated size. */
export async function undoUpscale(
  image: RasterImage,
  { width, height, kernel }: Upscaled,
  { progress, checkpoint }: Checkpoints,
): Promise<RasterImage> {
  const steps = { x: image.width / width, y: image.height / height }
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let from = 0; from < height; from += BAND) {
    await checkpoint()
    const to = Math.min(from + BAND, height)
    const [top, bottom] = [Math.max(0, from - MARGIN), Math.min(height, to + MARGIN)]
    const first = Math.floor(top * steps.y)
    const alignment = {
      x: { step: steps.x, offset: 0 },
      y: { step: steps.y, offset: top * steps.y - first },
    }
    for (let channel = 0; channel < 3; channel++) {
      const large = rows(image, channel, first, Math.ceil(bottom * steps.y - 1e-6))
      const { small } = backProject(large, { width, height: bottom - top }, alignment, kernel, 5)
      const core = small.values.subarray((from - top) * width, (to - top) * width)
      for (const [i, value] of core.entries()) pixels[(from * width + i) * 4 + channel] = value
    }
    progress(to / height)
  }
  return { ...image, width, height, pixels, alpha: false }
}

/** Bytes of the planes of one band: its rows, their enlargement, the residual, and two intermediate planes. */
export const undoUpscaleBytes = ({ width, height }: Size): number =>
  planeBytes({ width, height: Math.min(height, 4 * (BAND + 2 * MARGIN)) }, 5)

/** One channel of some rows, 0 to 255. */
const rows = ({ pixels, width }: RasterImage, channel: number, from: number, to: number): Plane =>
  mapPlane((i) => pixels[(from * width + i) * 4 + channel] as number, { width, height: to - from })
