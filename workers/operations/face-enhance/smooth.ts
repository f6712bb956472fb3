import type { Size } from '../../../src/plan/size.ts'
import type { Face } from '../../faces/detect.ts'
import { applyAffine, guidedFilter } from '../../image/guided-filter.ts'
import type { RasterImage } from '../../image/image.ts'
import { planeBytes } from '../../image/memory.ts'
import { mapPlane } from '../../image/plane.ts'
import { skinMask } from './skin.ts'

/** Radius of the filter's window, in units of the distance between the eyes. */
const RADIUS = 0.1
/** Variance, on a scale of 0 to 1, below which a window is smoothed: pores and spots, not the shape of the face. */
const EPSILON = 0.05 ** 2

/** Bytes of planes of the image's size: skin mask, channel, result, and 10 of the guided filter. */
export const smoothSkinBytes = (image: Size): number => planeBytes(image, 13)

/** Smooths the skin of a face by a guided filter, which keeps edges; in place. `share`, 0 to 1, is the filter's weight. */
export function smoothSkin(image: RasterImage, face: Face, share: number): void {
  const skin = skinMask(image, face)
  const eyeDistance = Math.hypot(face.leftEye.x - face.rightEye.x, face.leftEye.y - face.rightEye.y)
  const radius = Math.max(2, Math.round(eyeDistance * RADIUS))
  const { pixels } = image
  for (let c = 0; c < 3; c++) {
    const plane = mapPlane((i) => (pixels[i * 4 + c] as number) / 255, image)
    const smooth = applyAffine(guidedFilter(plane, plane, radius, EPSILON), plane)
    for (let i = 0; i < smooth.values.length; i++) {
      const weight = (skin.values[i] as number) * share
      if (weight === 0) continue
      const before = pixels[i * 4 + c] as number
      pixels[i * 4 + c] = before + ((smooth.values[i] as number) * 255 - before) * weight
    }
  }
}
