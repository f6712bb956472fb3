import { bicubic, decoded, part, png, psnrY } from '../../scripts/lib/pictures.ts'
import { alphaError, overlap } from '../lib/alpha.ts'

const at = async (path: string) => decoded(await (await fetch(path)).blob())

const put = async (path: string, image: ImageData) =>
  fetch(path, { method: 'PUT', body: await png(image) })

/**
 * Makes a test case for upscalers of a photograph: /in.png, smaller by `scale`, or the middle of that with a side of
 * `side` px; and /truth.png, what should become of it. Returns the megapixels of the latter.
 */
export async function question(path: string, scale: number, side?: number): Promise<number> {
  const original = await at(path)
  const small = await bicubic(original, original.width / scale, original.height / scale)
  const [w, h] = side ? [side, side] : [small.width, small.height]
  const [x, y] = [(small.width - w) >> 1, (small.height - h) >> 1]
  await put('/in.png', part(small, x, y, w, h))
  await put('/truth.png', part(original, x * scale, y * scale, w * scale, h * scale))
  return (w * h * scale ** 2) / 1e6
}

/** Luma PSNR of an answer, without a border of `scale` px. */
export const score = async (answer: string, scale: number): Promise<number> =>
  psnrY(await at(answer), await at('/truth.png'), scale)

/** Compares the alpha of a PNG with that of a reference of the same size. */
export async function alphaScore(answer: string, reference: string) {
  const [result, truth] = [await at(answer), await at(reference)]
  if (result.width !== truth.width || result.height !== truth.height)
    throw new Error(`Expected ${truth.width} x ${truth.height} but received ${result.width} x ${result.height}`) // biome-ignore format: a line
  return { error: alphaError(result, truth), overlap: overlap(result, truth) }
}
