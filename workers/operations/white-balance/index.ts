import { CELL_MEANS_BYTES } from '../../image/cell-means.ts'
import { eachRow } from '../../image/each-row.ts'
import { beside, rgbaBytes } from '../../image/memory.ts'
import { fixedInputMemory } from '../../inference/memory.ts'
import type { Operation, StepOf } from '../operation.ts'
import { estimateIlluminant, MODEL } from './estimate.ts'
import { channelGains, gainCurve } from './gains.ts'

type Curve = Uint8ClampedArray

/** White is blown out if all channels exceed this: it stays white whatever the illuminant was. */
const BLOWN = 246

/**
 * Removes the share `level` (0 to 1) of a color cast: one gain per channel in linear light, luminance kept. An image
 * without a cast, or without colors, is left unchanged. Works in place.
 */
const whiteBalance: Operation<StepOf<'white_balance'>> = {
  async run(image, { level }, context) {
    const light = level > 0 ? await estimateIlluminant(image, context) : undefined
    if (!light) return image
    const [red, green, blue] = channelGains(light, level).map(gainCurve) as [Curve, Curve, Curve]
    const { pixels, width } = image
    await eachRow(image, context, [0, 1], (y) => {
      for (let i = y * width * 4; i < (y + 1) * width * 4; i += 4) {
        const r = pixels[i] as number
        const g = pixels[i + 1] as number
        const b = pixels[i + 2] as number
        const white = Math.min(r, g, b) - BLOWN
        pixels[i] = fade(red[r] as number, r, white)
        pixels[i + 1] = fade(green[g] as number, g, white)
        pixels[i + 2] = fade(blue[b] as number, b, white)
      }
    })
    return image
  },
  models: ({ level }) => (level > 0 ? [MODEL] : []),
  memory: (image) => beside(rgbaBytes(image) + CELL_MEANS_BYTES, fixedInputMemory(MODEL)),
}

/** Fades back to the original value, more the further a pixel is above BLOWN. */
const fade = (changed: number, original: number, white: number) =>
  white > 0 ? changed + ((original - changed) * white) / (255 - BLOWN) : changed

export default whiteBalance
