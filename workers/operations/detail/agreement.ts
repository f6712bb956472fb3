import type { Size } from '../../../src/plan/size.ts'
import { boxMeanOf } from '../../image/box-mean.ts'
import type { RasterImage } from '../../image/image.ts'
import { limitedSize } from '../../image/limit-size.ts'
import { mapPlane, type Plane, ramp } from '../../image/plane.ts'

/** The longer side of the copies that are compared: smaller than what comes back, so that only its detail is missing. */
const COMPARED_SIDE = 1024

/** The mean difference of colors, 0 to 255, up to which two places show the same. */
const TOLERANCE = 8
/** Of the window, in pixels of the copies, over which colors are compared: noise and shifts of a pixel are no difference. */
const RADIUS = 2
/** Of the window that must agree as a whole, or the pixel in its middle is not taken. */
const MARGIN = 4
/** Below this share of what was sent, what agrees does so by chance. */
const MIN_SHARE = 0.1

/** The size of the copies that are compared. */
export const comparedSize = (size: Size): Size => limitedSize(size, COMPARED_SIDE)

/**
 * Where two images of the same size show the same, 0 to 1, with soft borders on the inner side. Transparent pixels of
 * `own` agree with nothing. Undefined where too little agrees.
 */
export function agreement(own: RasterImage, returned: RasterImage): Plane | undefined {
  const channels = [0, 1, 2].map((c) => {
    const difference = (i: number) =>
      (own.pixels[i * 4 + c] as number) - (returned.pixels[i * 4 + c] as number)
    return boxMeanOf(difference, own, RADIUS)
  })
  const isOpaque = (i: number) => own.pixels[i * 4 + 3] === 255
  const agrees = (i: number) => {
    const sum = channels.reduce((total, plane) => total + Math.abs(plane.values[i] as number), 0)
    return Number(isOpaque(i) && sum <= 3 * TOLERANCE)
  }
  const whole = boxMeanOf(agrees, own, MARGIN)
  const mask = mapPlane((i) => ramp(0.85, 1, whole.values[i] as number), own)
  const opaque = mapPlane((i) => Number(isOpaque(i)), own)
  return sumOf(mask) >= MIN_SHARE * Math.max(1, sumOf(opaque)) ? mask : undefined
}

const sumOf = ({ values }: Plane) => values.reduce((sum, value) => sum + value, 0)
