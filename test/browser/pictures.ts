import type { TestContext } from 'vitest'
import { draw, psnrY, shared } from '../../scripts/lib/pictures.ts'
import { missing } from '../missing.ts'

/** A smooth image with some structure. */
export const gradient = (width: number, height: number) =>
  draw(width, height, (x, y) => [
    (x * 255) / width,
    (y * 255) / height,
    128 + 60 * Math.sin(x / 5) * Math.cos(y / 7),
  ])

/** The same with lines: no part of it is plain, so that a network enlarges all of it, or what is left of `right`. */
export const lined = (width: number, height: number, right = width) => {
  const image = gradient(width, height)
  for (let i = 0; i < width * height; i++) {
    const isLine = (i % width) % 11 === 5 || Math.floor(i / width) % 13 === 6
    if (isLine && i % width < right) image.data.fill(20, 4 * i, 4 * i + 3)
  }
  return image
}

/** Returns a file of the test data. Skips the test if it is missing. */
export const needed = async (path: string, test: TestContext): Promise<Blob> =>
  (await shared(path)) ?? test.skip(missing(path))

/** The same of a PNG, in whose place the repository has a JPEG that a bound does not hold for. */
export async function neededPng(path: string, test: TestContext): Promise<Blob> {
  const blob = await needed(path, test)
  const [first] = new Uint8Array(await blob.slice(0, 1).arrayBuffer())
  return first === 0x89 ? blob : test.skip(missing(path))
}

/** Resizes with the browser's own filter that comes nearest to `truth`. */
export async function browserResize(
  image: ImageData,
  width: number,
  height: number,
  truth: ImageData,
  border: number,
) {
  const results = await Promise.all(
    (['low', 'medium', 'high', 'pixelated'] as const).map(async (resizeQuality) => {
      const bitmap = await createImageBitmap(image, {
        resizeWidth: width,
        resizeHeight: height,
        resizeQuality,
      })
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
      context.drawImage(bitmap, 0, 0)
      return psnrY(context.getImageData(0, 0, width, height), truth, border)
    }),
  )
  return Math.max(...results)
}

/** Returns the largest difference of a channel. */
export function maxDifference(a: ImageData, b: ImageData): number {
  if (a.width !== b.width || a.height !== b.height) return Number.POSITIVE_INFINITY
  let most = 0
  for (let i = 0; i < a.data.length; i++) {
    most = Math.max(most, Math.abs((a.data[i] as number) - (b.data[i] as number)))
  }
  return most
}
