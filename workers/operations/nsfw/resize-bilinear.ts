import type { RasterImage } from '../../image/image.ts'

/**
 * Planes of red, green and blue, 0 to 1, of the image at another size, as TensorFlow's `resizeBilinear` with aligned
 * corners makes it: no average over what is left out. nsfwjs was taught, and scores, images that were made smaller so.
 * Transparency becomes white.
 */
export function resizeAlignedCorners(
  { pixels, width, height }: RasterImage,
  w: number,
  h: number,
): Float32Array {
  const out = new Float32Array(3 * w * h)
  const across = places(width, w)
  const down = places(height, h)
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

/** For each of `count` places, the two of `length` that it lies between, and how far it is to the second. */
const places = (length: number, count: number) =>
  Array.from({ length: count }, (_, i): [number, number, number] => {
    const at = (i * (length - 1)) / (count - 1)
    const first = Math.floor(at)
    return [first, Math.min(first + 1, length - 1), at - first]
  })
