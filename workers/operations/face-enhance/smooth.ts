import type { Size } from '../../../src/contract/plan/size.ts'
import type { Face } from '../../faces/detect.ts'
import { applyAffine, guidedFilter } from '../../image/guided-filter.ts'
import type { RasterImage } from '../../image/image.ts'
import { planeBytes } from '../../image/memory.ts'
import { mapPlane } from '../../image/plane.ts'
import { skinMask } from './skin.ts'

/** Of the filter's window, in distances of the eyes. */
const RADIUS = 0.1
/** Differences of this square, of 0 to 1, and below are smoothed: pores and spots, not the shape of the face. */
const EPSILON = 0.05 ** 2

/** Bytes of planes of the image's size: skin, channel, the outcome, and 10 of the guided filter. */
export const smoothSkinBytes = (image: Size): number => planeBytes(image, 13)

/** Smooths the skin of a face by a share, in place: what keeps its edges is a guided filter. Other pixels stay. */
export function smoothSkin(image: RasterImage, face: Face, share: number): void {
  const skin = skinMask(image, face)
  const eyes = Math.hypot(face.leftEye.x - face.rightEye.x, face.leftEye.y - face.rightEye.y)
  const radius = Math.max(2, Math.round(eyes * RADIUS))
  const { pixels } = image
  for (let c = 0; c < 3; c++) {
    const plane = mapPlane((i) => (pixels[i * 4 + c] as number) / 255, image)
    const smooth = applyAffine(guidedFilter(plane, plane, radius, EPSILON), plane)
    for (let i = 0; i < smooth.values.length; i++) {
      const weight = (skin.values[i] as number) * share
      if (weight === 0) continue
      const own = pixels[i * 4 + c] as number
      pixels[i * 4 + c] = own + ((smooth.values[i] as number) * 255 - own) * weight
    }
  }
}
