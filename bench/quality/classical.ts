import { blurred, type Degrade, gaussian, sharpened } from '../../scripts/lib/degrade.ts'

/**
 * Non-local means (Buades, Coll, Morel 2005), 5 x 5 patches in a window of 15 x 15, all channels together.
 * `sigma` (of 255) is given, while the models must estimate it.
 */
export const nonLocalMeans =
  (sigma: number): Degrade =>
  ({ data, width, height }) => {
    const strength = (0.6 * sigma) ** 2 * 3
    const sums = new Float64Array(width * height * 4)
    for (let dy = -7; dy <= 7; dy++) {
      for (let dx = -7; dx <= 7; dx++)
        addShifted(data, width, height, dx, dy, sigma, strength, sums)
    }
    const out = new ImageData(width, height)
    for (let i = 0; i < width * height; i++) {
      const weight = sums[i * 4 + 3] as number
      for (let c = 0; c < 3; c++) out.data[i * 4 + c] = (sums[i * 4 + c] as number) / weight
      out.data[i * 4 + 3] = 255
    }
    return out
  }

/** Adds the image shifted by (dx, dy). The weight of each pixel is the similarity of the two patches. */
function addShifted(
  data: Uint8ClampedArray,
  width: number,
  height: number,
  dx: number,
  dy: number,
  sigma: number,
  strength: number,
  sums: Float64Array,
): void {
  const at = (x: number, y: number) =>
    (Math.min(Math.max(y, 0), height - 1) * width + Math.min(Math.max(x, 0), width - 1)) * 4
  const distances = new Float64Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const [here, there] = [at(x, y), at(x + dx, y + dy)]
      for (let c = 0; c < 3; c++) {
        distances[i] =
          (distances[i] as number) + ((data[here + c] as number) - (data[there + c] as number)) ** 2
      }
    }
  }
  const patches = box(box(distances, width, height, 1, width), height, width, width, 1)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const alike = Math.max(0, (patches[i] as number) - 6 * sigma * sigma)
      const weight = Math.exp(-alike / strength)
      const there = at(x + dx, y + dy)
      for (let c = 0; c < 3; c++) {
        sums[i * 4 + c] = (sums[i * 4 + c] as number) + weight * (data[there + c] as number)
      }
      sums[i * 4 + 3] = (sums[i * 4 + 3] as number) + weight
    }
  }
}

/** Box filter of 5 along lines of `length` values, `stride` apart. Line starts are `next` apart. */
function box(plane: Float64Array, length: number, lines: number, stride: number, next: number) {
  const out = new Float64Array(plane.length)
  for (let line = 0; line < lines; line++) {
    for (let i = 0; i < length; i++) {
      let sum = 0
      for (let k = -2; k <= 2; k++) {
        sum += plane[line * next + Math.min(Math.max(i + k, 0), length - 1) * stride] as number
      }
      out[line * next + i * stride] = sum / 5
    }
  }
  return out
}

/** Unsharp masking at several strengths. The best for each image counts: an advantage that a blind method lacks. */
export const unsharp: Degrade[] = [0.6, 1, 1.6, 2.4].flatMap((sigma) =>
  [0.3, 0.7, 1.2, 2].map((amount) => sharpened(sigma, amount)),
)

export const smoothing: Degrade[] = [0.4, 0.6, 0.8, 1].map((sigma) => blurred(gaussian(sigma)))
