import type { PainterName } from '../../models/models.ts'
import { bleed } from '../neural/bleed.ts'
import { runTiled } from '../neural/run-tiled.ts'
import { hasTransparency, type Picture } from '../picture.ts'
import { ramp } from '../tone/plane.ts'
import type { Context } from './operation.ts'

/** What a network sees of a picture: colours of transparent pixels are arbitrary, often black. */
export const colours = (picture: Picture): Picture =>
  hasTransparency(picture) ? { ...picture, pixels: bleed(picture), alpha: false } : picture

/** The pixels after a network that keeps the size. */
export async function repaired(
  picture: Picture,
  model: PainterName,
  context: Context,
): Promise<Picture['pixels']> {
  return (await runTiled(picture, await context.load(model), context)).pixels
}

/** A picture with other colours: alpha stays as it is, and grey stays grey. */
export function like(picture: Picture, pixels: Picture['pixels']): Picture {
  if (isGrey(picture)) toGrey(pixels)
  if (picture.alpha) copyAlpha(picture.pixels, pixels)
  return { ...picture, pixels }
}

/** How much is taken of a network's answer: `least` where the evidence for it is below `from`, all from `to` on. */
export function taken(evidence: number, from: number, to: number, least: number): number {
  return least + (1 - least) * ramp(from, to, evidence)
}

/** A picture with a share of another of its size. */
export function mixed(picture: Picture, other: Picture, share: number): Picture {
  if (share === 1) return { ...picture, pixels: other.pixels }
  const pixels = picture.pixels.map((value, i) =>
    Math.round(value + ((other.pixels[i] as number) - value) * share),
  )
  return { ...picture, pixels }
}

function copyAlpha(from: Uint8ClampedArray, to: Uint8ClampedArray): void {
  for (let i = 3; i < to.length; i += 4) to[i] = from[i] as number
}

function isGrey({ pixels }: Picture): boolean {
  for (let i = 0; i < pixels.length; i += 4) {
    const visible = pixels[i + 3] !== 0
    if (visible && (pixels[i] !== pixels[i + 1] || pixels[i] !== pixels[i + 2])) return false
  }
  return true
}

function toGrey(pixels: Uint8ClampedArray): void {
  for (let i = 0; i < pixels.length; i += 4) {
    const sum = (pixels[i] as number) + (pixels[i + 1] as number) + (pixels[i + 2] as number)
    pixels[i] = pixels[i + 1] = pixels[i + 2] = Math.round(sum / 3)
  }
}
