import { type Checkpoints, eachRow } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import { lumaAt } from '../../image/luma.ts'
import { smoothstep } from '../../image/plane.ts'

/** Replaces the luma of row `y`, 0 to 1, by the new luma, in place. */
export type Relight = (y: number, luma: Float32Array) => void

/** The highest value that a channel is raised to: 255 is left to pixels that had it before. */
const MAX_VALUE = 254
/** Lumas, 0 to 255: shadows count as deep up to the first and no longer from the second on. */
const DEEP_SHADOWS = [8, 40] as const

/**
 * Gives each pixel a new luma, in place. Its three channels are multiplied by one factor, so that hue and
 * saturation stay; in deep shadows, part of the gain is an equal offset to all three channels instead. The factor is
 * limited smoothly, so that the brightest channel never reaches 255.
 * @param level - 0 to 1, the share of the change that is applied.
 */
export async function relight(
  image: RasterImage,
  newLuma: Relight,
  level: number,
  checkpoints: Checkpoints,
  span: readonly [number, number],
): Promise<void> {
  const { pixels, width } = image
  const before = new Float32Array(width)
  const after = new Float32Array(width)
  await eachRow(image, checkpoints, span, (y) => {
    const row = y * width * 4
    for (let x = 0; x < width; x++) before[x] = lumaAt(pixels, row + x * 4)
    after.set(before)
    newLuma(y, after)
    for (let x = 0, at = row; x < width; x++, at += 4) {
      const luma = before[x] as number
      if (luma === 0 || pixels[at + 3] === 0) continue
      scalePixel(pixels, at, luma * 255, 1 + (level * ((after[x] as number) - luma)) / luma)
    }
  })
}

function scalePixel(pixels: Uint8ClampedArray, at: number, luma: number, factor: number): void {
  const [r, g, b] = [pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number]
  const gain = factor > 1 ? limitGain(factor, Math.max(r, g, b)) : factor
  const chromaGain = gain > 1 ? 1 + (gain - 1) * chromaShare(luma) : gain
  const lift = luma * (gain - chromaGain)
  pixels[at] = scaleChannel(r, chromaGain, lift)
  pixels[at + 1] = scaleChannel(g, chromaGain, lift)
  pixels[at + 2] = scaleChannel(b, chromaGain, lift)
}

/** The share of the gain that is applied to chroma: less in deep shadows, where much of it is noise. */
const chromaShare = (luma: number) => 0.3 + 0.7 * smoothstep(DEEP_SHADOWS[0], DEEP_SHADOWS[1], luma)

/** Limits the gain smoothly, so that the brightest channel, `max`, stays below MAX_VALUE. */
function limitGain(factor: number, max: number): number {
  const room = MAX_VALUE - max
  if (room <= 0) return 1
  const rise = max * (factor - 1)
  return 1 + (rise * room) / Math.sqrt(rise * rise + room * room) / max
}

/** Scales a channel and adds the lift; a value above 0 stays at least 1. */
const scaleChannel = (value: number, gain: number, lift: number) =>
  value + lift > 0 ? Math.max(1, value * gain + lift) : 0
