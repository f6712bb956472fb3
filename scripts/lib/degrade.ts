import { bicubic, canvasResize, decoded, encoded, noise, random } from './pictures.ts'

/** Degrades a clean image, with random numbers from a seed. The result has 8 bits. */
export type Degrade = (image: ImageData, seed: number) => Promise<ImageData> | ImageData

const mapped = (image: ImageData, value: (old: number, at: number) => number): ImageData => {
  const out = new ImageData(new Uint8ClampedArray(image.data), image.width)
  for (let i = 0; i < out.data.length; i++) {
    if (i % 4 < 3) out.data[i] = Math.round(value(out.data[i] as number, i))
  }
  return out
}

export const none: Degrade = (image) => image

/** Adds white Gaussian noise; `sigma` is of 255. */
export const noisy =
  (sigma: number): Degrade =>
  (image, seed) => {
    const next = random(seed + 1)
    return mapped(image, (old) => old + noise(next, sigma))
  }

/** Convolves every channel with a kernel of odd size. The border is mirrored. */
function convolve({ data, width, height }: ImageData, kernel: number[][]): ImageData {
  const reach = (kernel.length - 1) / 2
  const mirror = (i: number, length: number) => {
    const turned = Math.abs(i) % (2 * length - 2)
    return turned < length ? turned : 2 * length - 2 - turned
  }
  const out = new ImageData(width, height)
  for (let y = 0; y < height; y++) {
    const rows = kernel.map((_, v) => mirror(y + v - reach, height) * width)
    for (let x = 0; x < width; x++) {
      const columns = kernel.map((_, u) => mirror(x + u - reach, width))
      const sum = [0, 0, 0]
      kernel.forEach((row, v) => {
        row.forEach((weight, u) => {
          const at = ((rows[v] as number) + (columns[u] as number)) * 4
          for (let c = 0; c < 3; c++)
            sum[c] = (sum[c] as number) + weight * (data[at + c] as number)
        })
      })
      out.data.set([...sum.map(Math.round), 255], (y * width + x) * 4)
    }
  }
  return out
}

function kernelOf(reach: number, weight: (distance: number) => number): number[][] {
  const side = Array.from({ length: 2 * reach + 1 }, (_, i) => i - reach)
  const raw = side.map((v) => side.map((u) => weight(Math.hypot(u, v))))
  const total = raw.flat().reduce((a, b) => a + b)
  return raw.map((row) => row.map((value) => value / total))
}

export const gaussian = (sigma: number) =>
  kernelOf(Math.ceil(3.5 * sigma), (d) => Math.exp((-d * d) / (2 * sigma * sigma)))

/** Kernel of an out-of-focus lens: a disk with an edge one pixel soft. */
export const disk = (radius: number) =>
  kernelOf(Math.ceil(radius + 1), (d) => Math.min(1, Math.max(0, radius + 0.5 - d)))

export const blurred =
  (kernel: number[][]): Degrade =>
  (image) =>
    convolve(image, kernel)

export const jpeg =
  (quality: number): Degrade =>
  async (image) =>
    decoded(await encoded(image, 'image/jpeg', quality / 100))

/** Halves the size with antialiased bicubic, then doubles it with one of the browser's filters. */
export const halved =
  (filter: 'pixelated' | 'low' | 'catrom'): Degrade =>
  async (image) => {
    const { width, height } = image
    const small = await bicubic(image, width / 2, height / 2)
    return filter === 'catrom'
      ? bicubic(small, width, height)
      : canvasResize(small, width, height, filter === 'low')
  }

/** Scales to a quarter of the size with antialiased bicubic. */
export const quarter: Degrade = (image) => bicubic(image, image.width / 4, image.height / 4)

/** Unsharp masking. */
export const sharpened =
  (sigma: number, amount: number): Degrade =>
  (image) => {
    const soft = convolve(image, gaussian(sigma))
    return mapped(image, (old, i) => old + amount * (old - (soft.data[i] as number)))
  }

/** Applies degradations in order. */
export const chained =
  (...steps: Degrade[]): Degrade =>
  async (image, seed) => {
    let now = image
    for (const step of steps) now = await step(now, seed)
    return now
  }
