import type { TestContext } from 'vitest'
import { blurred, gaussian, noisy as withNoise } from '../../scripts/lib/degrade.ts'
import { crop, decoded, encoded, fromPng, png } from '../../scripts/lib/pictures.ts'
import type { DarkroomOptions, ProcessingRequest } from '../../src/index.ts'
import { needed } from './pictures.ts'
import { run } from './run.ts'

type Spoil = (image: ImageData) => ImageData | Promise<ImageData>

export const noisy = (image: ImageData, sigma = 20) => withNoise(sigma)(image, 6)
export const blurry: Spoil = (image) => blurred(gaussian(1.6))(image, 1)
const compressed: Spoil = async (image) => decoded(await encoded(image, 'image/jpeg', 0.4))

/** The restoring networks, a request for each, and what it restores. */
export const kinds = [
  ['denoise-v1', { enhancements: ['denoise'] }, noisy],
  ['denoise-v2', { enhancements: ['denoise'], denoise_parameters: { type: 'v2' } }, noisy],
  ['deblur', { enhancements: ['deblur'] }, blurry],
  ['clean', { enhancements: ['clean'] }, compressed],
] as const

export async function restored(image: ImageData, request: object, options?: DarkroomOptions) {
  const asked = { ...request, url: await png(image), output_format: 'png' } as ProcessingRequest
  const { record, blob } = await run(asked, options)
  return { record, image: await fromPng(blob) }
}

/** 208 x 208 px of the middle of a Kodak photograph. */
export const middle = async (number: string, test: TestContext) =>
  crop(await needed(`kodak/kodim${number}.png`, test), 224, 96, 208, 208)
