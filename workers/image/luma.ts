import type { Size } from '../../src/plan/size.ts'
import { mapPlane, type Plane } from './plane.ts'

/** Luma (BT.601), 0 to 1, of the gamma-encoded color at byte index `at`. */
export const lumaAt = (pixels: Uint8ClampedArray, at: number): number =>
  (0.299 * (pixels[at] as number) +
    0.587 * (pixels[at + 1] as number) +
    0.114 * (pixels[at + 2] as number)) /
  255

/** Luma of every pixel, 0 to 1; alpha is ignored. */
export const lumaPlane = (image: Size & { pixels: Uint8ClampedArray }): Plane =>
  mapPlane((i) => lumaAt(image.pixels, i * 4), image)
