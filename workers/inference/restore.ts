import type { ImageToImageModelName } from '../../models/models.ts'
import { alphaBleed } from '../image/alpha-bleed.ts'
import { copyAlpha, hasTransparency, type RasterImage } from '../image/image.ts'
import { ramp } from '../image/plane.ts'
import { type InferenceContext, subProgress } from './context.ts'
import { meanChange } from './mean-change.ts'
import { inARow, partsOf, runOnParts } from './parts.ts'
import { runModel } from './run-model.ts'
import { sampleOf } from './sample.ts'

/** The root mean square of a change, of 255, that nobody sees: in the whole image, and in any part of it. */
const UNSEEN = 0.5
const UNSEEN_IN_PART = 1
/** A sample's share of the progress. */
const SAMPLE_SHARE = 0.04

/** Judges from an image and a network's output how much of the output is blended in, 0 to 1. */
type WeightOf = (source: RasterImage, output: RasterImage) => number

/** An opaque copy where the image has transparency: colors of transparent pixels are arbitrary, often black. */
export const opaqueColors = (image: RasterImage): RasterImage =>
  hasTransparency(image) ? { ...image, pixels: alphaBleed(image), alpha: false } : image

/**
 * Restores an image by a model that keeps the size. `weightOf` judges from the image and the model's output how much of
 * the output is blended in, 0 to 1. A large image stays as it is where a sample shows that the result would be the same.
 */
export async function runBlended(
  image: RasterImage,
  model: ImageToImageModelName,
  context: InferenceContext,
  weightOf: WeightOf,
): Promise<RasterImage> {
  const source = opaqueColors(image)
  const parts = partsOf(source, sampleOf(source))
  const sampled = parts.length > 0 ? SAMPLE_SHARE : 0
  const outputs = await runOnParts(parts, model, subProgress(context, 0, sampled))
  if (sampled > 0 && isUnchanged(parts, outputs, weightOf)) {
    context.noteUnchanged()
    return image
  }
  const rest = subProgress(context, sampled, 1)
  const output = { ...source, pixels: await runModel(source, model, rest) }
  const { pixels } = blend(source, output, weightOf(source, output))
  return restoreAlphaAndGray(image, pixels)
}

/** Whether a result would differ from the image by less than rounding does. */
function isUnchanged(parts: RasterImage[], outputs: RasterImage[], weightOf: WeightOf): boolean {
  const [source, output] = [inARow(parts), inARow(outputs)]
  const weight = weightOf(source, output)
  if (weight * meanChange(source, output) >= UNSEEN) return false
  const changes = parts.map((part, i) => meanChange(part, outputs[i] as RasterImage))
  return weight * Math.max(...changes) < UNSEEN_IN_PART
}

/** An image with the restored pixels: it keeps its own alpha, and a gray image stays gray. */
export function restoreAlphaAndGray(
  image: RasterImage,
  pixels: RasterImage['pixels'],
): RasterImage {
  if (isGray(image)) toGray(pixels)
  if (image.alpha) copyAlpha(image.pixels, pixels)
  return { ...image, pixels }
}

/** The weight of a model's output: `min` where the evidence is at most `from`, 1 from `to` on. */
export function blendWeight(evidence: number, from: number, to: number, min: number): number {
  return min + (1 - min) * ramp(from, to, evidence)
}

/** Mixes two images of one size, in the pixels of the other; `weight`, 0 to 1, is that of the other. */
export function blend(image: RasterImage, other: RasterImage, weight: number): RasterImage {
  const { pixels } = other
  if (weight === 1) return { ...image, pixels }
  for (let i = 0; i < pixels.length; i++) {
    const value = image.pixels[i] as number
    pixels[i] = Math.round(value + ((pixels[i] as number) - value) * weight)
  }
  return { ...image, pixels }
}

export function isGray({ pixels }: RasterImage): boolean {
  for (let i = 0; i < pixels.length; i += 4) {
    const visible = pixels[i + 3] !== 0
    if (visible && (pixels[i] !== pixels[i + 1] || pixels[i] !== pixels[i + 2])) return false
  }
  return true
}

export function toGray(pixels: Uint8ClampedArray): void {
  for (let i = 0; i < pixels.length; i += 4) {
    const sum = (pixels[i] as number) + (pixels[i + 1] as number) + (pixels[i + 2] as number)
    pixels[i] = pixels[i + 1] = pixels[i + 2] = Math.round(sum / 3)
  }
}
