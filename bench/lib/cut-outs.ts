import resize from '@jsquash/resize'
import { models } from '../../models/models.ts'
import { draw, fromPng, shared } from '../../scripts/lib/pictures.ts'
import { load } from '../../scripts/lib/plain-session.ts'

/** The photographs with reference cut-outs that are tested. Some may be missing from the test data. */
export const cutOuts = ['animal-1', 'animal-3', 'car-2', 'girl-1']

export interface CutOut {
  photograph: Blob
  reference: ImageData
}

/** Returns a photograph and its reference, or undefined if one is missing. */
export async function sharedCutOut(name: string): Promise<CutOut | undefined> {
  const [photograph, file] = await Promise.all([
    shared(`cutout/${name}.jpg`),
    shared(`cutout/${name}.out.png`),
  ])
  return photograph && file && { photograph, reference: await fromPng(file) }
}

/** Composites a cut-out over a background that covers the frame. `truth` is the cut-out at that size; its longer side is `side`. */
export async function composed(
  reference: ImageData,
  behind: ImageBitmapSource,
  side: number,
): Promise<{ image: ImageData; truth: ImageData }> {
  const scale = side / Math.max(reference.width, reference.height)
  const [width, height] = [reference.width, reference.height].map((length) =>
    Math.round(length * scale),
  ) as [number, number]
  const truth = await resize(reference, { width, height, premultiply: true, linearRGB: false })
  const ground = await createImageBitmap(behind)
  const cover = Math.max(width / ground.width, height / ground.height)
  const [wide, high] = [ground.width * cover, ground.height * cover]
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.imageSmoothingQuality = 'high'
  context.drawImage(ground, (width - wide) / 2, (height - high) / 2, wide, high)
  context.drawImage(await createImageBitmap(truth), 0, 0)
  return { image: context.getImageData(0, 0, width, height), truth }
}

const { width: SIDE, mean, deviation } = models.matte

/**
 * Returns what one run of `matte` in plain onnxruntime answers for an image of its size: alpha, person, and `found`, whose
 * first plane is the mask of U2-Net small.
 */
export async function plain({ data }: ImageData): Promise<Record<string, Float32Array>> {
  const { ort, session } = await load('matte')
  const plane = SIDE * SIDE
  const input = Float32Array.from({ length: 3 * plane }, (_, i) => {
    const c = Math.floor(i / plane) as 0 | 1 | 2
    return ((data[(i % plane) * 4 + c] as number) / 255 - mean[c]) / deviation[c]
  })
  const outputs = await session.run({
    input: new ort.Tensor('float32', input, [1, 3, SIDE, SIDE]),
  })
  const values = Object.entries(outputs).map(([name, { data }]) => [name, data as Float32Array])
  return Object.fromEntries(values)
}

/** Returns the alpha of an image by U2-Net small alone. The colours of the result are meaningless. */
export async function onePass(image: ImageData): Promise<ImageData> {
  const { found } = await plain(await resize(image, square))
  const seen = (found as Float32Array).subarray(0, SIDE * SIDE)
  const least = seen.reduce((a, b) => Math.min(a, b))
  const most = seen.reduce((a, b) => Math.max(a, b))
  return enlarged(
    seen.map((value) => (value - least) / (most - least)),
    image,
  )
}

/** The same by `matte` alone: no part is cleared, and the border is not refined. */
export async function matteAlone(image: ImageData): Promise<ImageData> {
  const { alpha } = await plain(await resize(image, square))
  return enlarged(alpha as Float32Array, image)
}

const square = { width: SIDE, height: SIDE, linearRGB: false, premultiply: false }

function enlarged(alpha: Float32Array, { width, height }: ImageData): Promise<ImageData> {
  const mask = draw(SIDE, SIDE, (x, y) => [0, 0, 0, 255 * (alpha[y * SIDE + x] as number)])
  return resize(mask, { ...square, width, height, method: 'triangle' })
}
