import { type Checkpoints, eachRow } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import { lumaAt } from '../../image/luma.ts'
import { limitHueShift } from './hue-shift.ts'

/**
 * The relative rise in chroma of a color: 0.3 for 30 %.
 * @param chroma - the largest minus the smallest channel, 0 to 1.
 * @param saturation - chroma divided by the largest channel, 0 to 1.
 * @param hue - HSV hue in degrees.
 */
export type Rise = (chroma: number, saturation: number, hue: number, x: number) => number

/** The range that a changed channel may reach: 0 and 255 are left to pixels that had them before. */
const [LOW, HIGH] = [1, 254]

/**
 * Moves each color away from the gray of its luma, in place. The three channels keep the ratio of their distances from
 * it, so that hue stays and gray stays gray. Luminance is kept, and the rise is limited smoothly where a channel nears
 * the end of its range.
 * @param riseOfRow - returns the rise for the colors of row `y`.
 * @param level - 0 to 1, the share of the rise that is applied.
 */
export async function rechroma(
  image: RasterImage,
  riseOfRow: (y: number) => Rise,
  level: number,
  checkpoints: Checkpoints,
  span: readonly [number, number],
): Promise<void> {
  const { pixels, width } = image
  await eachRow(image, checkpoints, span, (y) => {
    const riseAt = riseOfRow(y)
    for (let x = 0, at = y * width * 4; x < width; x++, at += 4) {
      const [r, g, b] = [pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number]
      const max = Math.max(r, g, b)
      const chroma = max - Math.min(r, g, b)
      if (chroma === 0 || pixels[at + 3] === 0) continue
      const [saturation, hue] = [chroma / max, hueOf(r, g, b)]
      const rise = level * riseAt(chroma / 255, saturation, hue, x)
      if (rise > 0) scaleChroma(pixels, at, limitHueShift(rise, saturation, hue))
    }
  })
}

function scaleChroma(pixels: Uint8ClampedArray, at: number, desired: number): void {
  const [r, g, b] = [pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number]
  const gray = lumaAt(pixels, at) * 255
  const room = Math.min(
    (HIGH - Math.max(r, g, b)) / (Math.max(r, g, b) - gray),
    (Math.min(r, g, b) - LOW) / (gray - Math.min(r, g, b)),
  )
  if (room <= 0) return
  const rise = (desired * room) / Math.sqrt(desired * desired + room * room)
  const [red, green, blue] = [r + rise * (r - gray), g + rise * (g - gray), b + rise * (b - gray)]
  const correction = Math.sqrt(luminance(r, g, b) / luminance(red, green, blue))
  pixels[at] = Math.max(LOW, red * correction)
  pixels[at + 1] = Math.max(LOW, green * correction)
  pixels[at + 2] = Math.max(LOW, blue * correction)
}

/** HSV hue in degrees, 0 to 360. The color must not be gray. */
function hueOf(r: number, g: number, b: number): number {
  const max = Math.max(r, g, b)
  const chroma = max - Math.min(r, g, b)
  const sixth =
    max === r ? (g - b) / chroma : max === g ? 2 + (b - r) / chroma : 4 + (r - g) / chroma
  return 60 * (sixth < 0 ? sixth + 6 : sixth)
}

/** Approximate luminance of gamma-encoded channels: their squares are close to linear light. */
const luminance = (r: number, g: number, b: number) =>
  0.2126 * r * r + 0.7152 * g * g + 0.0722 * b * b
