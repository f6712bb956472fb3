import type { RasterImage } from '../../../image/image.ts'
import { encoded } from '../../../image/srgb.ts'
import { dataView } from '../../shared/bytes.ts'

const DEPTH = 22
const FLOATS = 32

/**
 * Makes sRGB of a PSD whose samples are floats: they are linear light, which ImageMagick shows as it is, far too dark. What is
 * brighter than white is white. A profile, which stays in the result, says already that they are linear. In place.
 */
export function finish(image: RasterImage, bytes: Uint8Array): RasterImage {
  if (image.profile || dataView(bytes).getUint16(DEPTH) !== FLOATS) return image
  const table = Uint8ClampedArray.from({ length: 256 }, (_, i) => encoded(i / 255))
  const { pixels } = image
  for (let i = 0; i < pixels.length; i += 4) {
    for (let c = i; c < i + 3; c++) pixels[c] = table[pixels[c] as number] as number
  }
  return image
}
