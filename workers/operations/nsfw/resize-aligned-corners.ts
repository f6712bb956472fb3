import type { RasterImage } from '../../image/image.ts'

/**
 * Resizes an image to planes of red, green and blue, 0 to 1, as TensorFlow's `resizeBilinear` with aligned corners does:
 * without antialiasing. nsfwjs was trained on, and scores, images that were downscaled this way. Transparency becomes
 * white.
 */
export function resizeAlignedCorners(
  { pixels, width, height }: RasterImage,
  w: number,
  h: number,
): Float32Array {
  const out = new Float32Array(3 * w * h)
  const across = samplePositions(width, w)
  const down = samplePositions(height, h)
  const at = (x: number, y: number, c: number) => {
    const i = (y * width + x) * 4
    const alpha = (pixels[i + 3] as number) / 255
    return 1 + ((pixels[i + c] as number) / 255 - 1) * alpha
  }
  down.forEach(([top, bottom, v], y) => {
    across.forEach(([left, right, u], x) => {
      for (let c = 0; c < 3; c++) {
        const above = at(left, top, c) * (1 - u) + at(right, top, c) * u
        const below = at(left, bottom, c) * (1 - u) + at(right, bottom, c) * u
        out[(c * h + y) * w + x] = above * (1 - v) + below * v
      }
    })
  })
  return out
}

/** For each of `count` output positions, the two of `length` input indices around it, and the weight of the second. */
const samplePositions = (length: number, count: number) =>
  Array.from({ length: count }, (_, i): [number, number, number] => {
    const at = (i * (length - 1)) / (count - 1)
    const first = Math.floor(at)
    return [first, Math.min(first + 1, length - 1), at - first]
  })
