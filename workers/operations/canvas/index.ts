import type { Color, Fill } from '../../../src/plan/steps.ts'
import { borderColor } from '../../image/border-color.ts'
import { colorFor } from '../../image/color-conversion.ts'
import { isTranslucent } from '../../image/flatten.ts'
import { hasTransparency, type RasterImage } from '../../image/image.ts'
import { rgbaBytes } from '../../image/memory.ts'
import { paste } from '../../image/paste.ts'
import type { Operation, StepOf } from '../operation.ts'

/**
 * Places the image on a canvas at (x, y); parts outside the canvas are cut off. `auto` fills the space around the image
 * with the median color of its outer 1 %, or leaves it transparent if the image has transparency.
 */
const canvas: Operation<StepOf<'canvas'>> = {
  async run(image, { width, height, x, y, fill }) {
    const color = colorOf(fill, image)
    const pixels = new Uint8ClampedArray(width * height * 4)
    if (color) new Uint32Array(pixels.buffer).fill(packed(color))
    const alpha = image.alpha || isTranslucent(color ?? 'transparent')
    const whole = { ...image, width, height, pixels, alpha }
    paste(image, whole, x, y)
    return whole
  },
  readsOnly: true,
  result: ({ alpha }, { width, height, fill }) => ({
    width,
    height,
    alpha: alpha || isTranslucent(fill),
  }),
  memory: (image, size) => ({ arrays: rgbaBytes(image) + rgbaBytes(size) }),
}

function colorOf(fill: Fill, image: RasterImage) {
  if (fill === 'transparent') return undefined
  if (fill !== 'auto') return colorFor(fill, image)
  return hasTransparency(image) ? undefined : borderColor(image)
}

/** A color as the Uint32 of its RGBA bytes in the platform's byte order. */
const packed = ([red, green, blue, alpha = 255]: Color) =>
  new Uint32Array(new Uint8Array([red, green, blue, alpha]).buffer)[0] as number

export default canvas
