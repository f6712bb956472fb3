import { eachRow } from '../../image/each-row.ts'
import { lightThumbnail, THUMBNAIL_BYTES } from '../../image/light-thumbnail.ts'
import { rgbaBytes } from '../../image/memory.ts'
import { linear } from '../../image/srgb.ts'
import type { Operation, StepOf } from '../operation.ts'
import { channelGains, gainCurve } from './gains.ts'
import { estimateIlluminant } from './illuminant.ts'

type Curve = Uint8ClampedArray

/** From where white is blown out: whatever the light was, it stays white. */
const BLOWN = 246

/**
 * Takes the share `level` (0 to 1) of a color cast away: one gain a channel in linear light, luminance kept.
 * An image without a cast, or without colors, stays as it is. Works in place.
 */
const whiteBalance: Operation<StepOf<'white_balance'>> = {
  async run(image, { level }, context) {
    const light = level > 0 ? estimateIlluminant(lightThumbnail(image, linear)) : undefined
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
  memory: (image) => ({ arrays: rgbaBytes(image) + THUMBNAIL_BYTES }),
}

/** Back to the number that it was, the more the farther a pixel is above what counts as blown out. */
const fade = (changed: number, own: number, white: number) =>
  white > 0 ? changed + ((own - changed) * white) / (255 - BLOWN) : changed

export default whiteBalance
