import decodePng from '@jsquash/png/decode.js'
import encodePng from '@jsquash/png/encode.js'
import resize from '@jsquash/resize'

type Pixel = [red: number, green: number, blue: number, alpha?: number]

/** Draws an image from a function of its pixels. */
export function draw(
  width: number,
  height: number,
  pixel: (x: number, y: number) => Pixel,
): ImageData {
  const image = new ImageData(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [r, g, b, a = 255] = pixel(x, y)
      image.data.set([r, g, b, a], (y * width + x) * 4)
    }
  }
  return image
}

export const png = async (image: ImageData) =>
  new Blob([await encodePng(image)], { type: 'image/png' })

export async function fromPng(blob: Blob): Promise<ImageData> {
  return (await decodePng(await blob.arrayBuffer())) as ImageData
}

/** Decodes a file with the browser, without colour conversion. */
export async function decoded(blob: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(blob, {
    colorSpaceConversion: 'none',
    premultiplyAlpha: 'none',
  })
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.drawImage(bitmap, 0, 0)
  return context.getImageData(0, 0, bitmap.width, bitmap.height)
}

export async function encoded(image: ImageData, type: string, quality = 0.95): Promise<Blob> {
  const canvas = new OffscreenCanvas(image.width, image.height)
  canvas.getContext('2d')?.putImageData(image, 0, 0)
  return canvas.convertToBlob({ type, quality })
}

/** Returns a file of the test data, or undefined if it is missing. */
export async function shared(path: string): Promise<Blob | undefined> {
  const response = await fetch(`/shared-data/${path}`)
  return response.ok ? response.blob() : undefined
}

export const crop = async (blob: Blob, x: number, y: number, width: number, height: number) =>
  part(await decoded(blob), x, y, width, height)

/** Crops an image and makes it opaque. */
export const part = (
  { data, width: stride }: ImageData,
  x: number,
  y: number,
  width: number,
  height: number,
) =>
  draw(width, height, (u, v) => {
    const at = ((y + v) * stride + x + u) * 4
    return [data[at] as number, data[at + 1] as number, data[at + 2] as number]
  })

/** Resizes with antialiased bicubic filtering. */
export const bicubic = (image: ImageData, width: number, height: number) =>
  resize(image, {
    width,
    height,
    method: 'catrom',
    linearRGB: false,
    premultiply: false,
    fitMethod: 'stretch',
  })

/** Resizes with a canvas: nearest neighbour, or `smooth`, which enlarges bilinearly. */
export async function canvasResize(
  image: ImageData,
  width: number,
  height: number,
  smooth: boolean,
): Promise<ImageData> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.imageSmoothingEnabled = smooth
  context.imageSmoothingQuality = 'low'
  context.drawImage(await createImageBitmap(image), 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
}

/** Luma (BT.601) PSNR in dB, ignoring a border. */
export function psnrY(a: ImageData, b: ImageData, border: number): number {
  let sum = 0
  let count = 0
  const luma = ({ data }: ImageData, at: number) =>
    (65.481 * (data[at] as number) +
      128.553 * (data[at + 1] as number) +
      24.966 * (data[at + 2] as number)) /
    255
  for (let y = border; y < a.height - border; y++) {
    for (let x = border; x < a.width - border; x++) {
      const at = (y * a.width + x) * 4
      sum += (luma(a, at) - luma(b, at)) ** 2
      count++
    }
  }
  return 10 * Math.log10(255 ** 2 / (sum / count))
}

/** Returns a seeded random number generator, 0 to below 1 (mulberry32). */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export function noise(next: () => number, sigma: number): number {
  return sigma * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}
