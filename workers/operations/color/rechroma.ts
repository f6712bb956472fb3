import { type Checkpoints, eachRow } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import { lumaAt } from '../../image/luma.ts'
import { hueOf } from './hue.ts'
import { steady } from './hue-drift.ts'

/**
 * How much more chroma a colour is to get: 0.3 for 30 %.
 * @param chroma - the largest minus the smallest channel, 0 to 1.
 * @param saturation - the same as a share of the largest channel, 0 to 1.
 * @param hue - in degrees.
 */
export type Rise = (chroma: number, saturation: number, hue: number, x: number) => number

/** The ends of the range that a channel may reach: 0 and 255 stay what they were. */
const [LOW, HIGH] = [1, 254]

/**
 * Moves each colour away from the grey of its luma, in place: the three channels keep the ratio of their distances,
 * so that hue stays and grey is grey. Luminance is kept, and the move is limited smoothly where a channel nears an end.
 * @param riseIn - what to raise by, for each row of the image.
 * @param level - 0 to 1, the share of that.
 */
export async function rechroma(
  image: RasterImage,
  riseIn: (y: number) => Rise,
  level: number,
  pace: Checkpoints,
  span: readonly [number, number],
): Promise<void> {
  const { pixels, width } = image
  await eachRow(image, pace, span, (y) => {
    const rise = riseIn(y)
    for (let x = 0, at = y * width * 4; x < width; x++, at += 4) {
      const [r, g, b] = [pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number]
      const most = Math.max(r, g, b)
      const chroma = most - Math.min(r, g, b)
      if (chroma === 0 || pixels[at + 3] === 0) continue
      const [saturation, hue] = [chroma / most, hueOf(r, g, b)]
      const wanted = level * rise(chroma / 255, saturation, hue, x)
      if (wanted > 0) widen(pixels, at, steady(wanted, saturation, hue))
    }
  })
}

function widen(pixels: Uint8ClampedArray, at: number, wanted: number): void {
  const [r, g, b] = [pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number]
  const grey = lumaAt(pixels, at) * 255
  const room = Math.min(
    (HIGH - Math.max(r, g, b)) / (Math.max(r, g, b) - grey),
    (Math.min(r, g, b) - LOW) / (grey - Math.min(r, g, b)),
  )
  if (room <= 0) return
  const rise = (wanted * room) / Math.sqrt(wanted * wanted + room * room)
  const [red, green, blue] = [r + rise * (r - grey), g + rise * (g - grey), b + rise * (b - grey)]
  const even = Math.sqrt(luminance(r, g, b) / luminance(red, green, blue))
  pixels[at] = Math.max(LOW, red * even)
  pixels[at + 1] = Math.max(LOW, green * even)
  pixels[at + 2] = Math.max(LOW, blue * even)
}

/** Luminance of gamma-encoded channels: their squares are near to linear light. */
const luminance = (r: number, g: number, b: number) =>
  0.2126 * r * r + 0.7152 * g * g + 0.0722 * b * b
