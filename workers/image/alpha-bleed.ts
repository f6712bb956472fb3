import type { RasterImage } from './image.ts'

/**
 * A copy of the pixels, opaque, in which fully transparent pixels have the colors of the visible ones near them. A
 * pull-push pyramid: averages of visible colors, filled in from coarse to fine.
 */
export function alphaBleed({ pixels, width, height }: RasterImage): Uint8ClampedArray<ArrayBuffer> {
  const out = new Uint8ClampedArray(pixels)
  fill(out, width, height)
  for (let i = 3; i < out.length; i += 4) out[i] = 255
  return out
}

/** Gives every pixel of alpha 0 a color, in place; `pixels` is RGBA with alpha as weight. */
function fill(pixels: Uint8ClampedArray, width: number, height: number): void {
  if (width === 1 && height === 1) return
  const [w, h] = [(width + 1) >> 1, (height + 1) >> 1]
  const coarse = halve(pixels, width, height, w, h)
  fill(coarse, w, h)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      if (pixels[at + 3] !== 0) continue
      const from = ((y >> 1) * w + (x >> 1)) * 4
      for (let c = 0; c < 3; c++) pixels[at + c] = coarse[from + c] as number
    }
  }
}

/** Averages of 2 x 2 pixels, weighted by alpha. Alpha is 0 only if it is 0 in all four. */
function halve(pixels: Uint8ClampedArray, width: number, height: number, w: number, h: number) {
  const out = new Uint8ClampedArray(w * h * 4)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const sum = [0, 0, 0]
      let weight = 0
      for (let k = 0; k < 4; k++) {
        const [u, v] = [2 * x + (k & 1), 2 * y + (k >> 1)]
        if (u >= width || v >= height) continue
        const at = (v * width + u) * 4
        const alpha = pixels[at + 3] as number
        weight += alpha
        for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + alpha * (pixels[at + c] as number)
      }
      if (weight === 0) continue
      const to = (y * w + x) * 4
      for (let c = 0; c < 3; c++) out[to + c] = (sum[c] as number) / weight
      out[to + 3] = Math.max(1, weight / 4)
    }
  }
  return out
}
