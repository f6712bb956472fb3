import { CELL_MEANS_BYTES, cellMeans } from '../../image/cell-means.ts'
import { eachRow } from '../../image/each-row.ts'
import { rgbaBytes } from '../../image/memory.ts'
import { CELL_BYTES } from '../document/memory.ts'
import type { Operation, StepOf } from '../operation.ts'
import { estimateGamma } from './exposure.ts'
import { showsWhite } from './shows-white.ts'

/** Maps the 8-bit values of the file to 0..1, without linearizing them. */
const asStored = Float64Array.from({ length: 256 }, (_, i) => i / 255)

/**
 * Undoes the gamma estimated from an image, the same in all channels, unless the image is light because it shows something
 * white. Works in place.
 */
const exposureCorrection: Operation<StepOf<'exposure_correction'>> = {
  async run(image, _, context) {
    const means = cellMeans(image, asStored)
    const gamma = estimateGamma(means)
    if (gamma === 1 || (gamma < 1 && (await showsWhite(image, means, context)))) return image
    const curve = Uint8ClampedArray.from(asStored, (x) => Math.round(255 * x ** (1 / gamma)))
    const { pixels, width } = image
    await eachRow(image, context, [0.3, 1], (y) => {
      for (let i = y * width * 4; i < (y + 1) * width * 4; i += 4) {
        pixels[i] = curve[pixels[i] as number] as number
        pixels[i + 1] = curve[pixels[i + 1] as number] as number
        pixels[i + 2] = curve[pixels[i + 2] as number] as number
      }
    })
    return image
  },
  memory: (image) => ({ arrays: rgbaBytes(image) + CELL_MEANS_BYTES + CELL_BYTES }),
}

export default exposureCorrection
