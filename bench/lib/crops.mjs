import { shrink } from './bicubic.mjs'
import { fromPng, toPng } from './kodak.mjs'
import { psnrY } from './psnr.mjs'

/** Returns a test case for upscalers: a downscaled PNG, and a function that scores a result by PSNR against the original. */
export function question(original, scale, side) {
  const small = shrink(original, scale)
  const [w, h] = side ? [side, side] : [small.width, small.height]
  const [x, y] = [(small.width - w) >> 1, (small.height - h) >> 1]
  const truth = crop(original, x * scale, y * scale, w * scale, h * scale)
  return {
    name: original.name,
    png: toPng(crop(small, x, y, w, h)),
    megapixels: (w * h * scale ** 2) / 1e6,
    score: (png) => psnrY(truth, fromPng(png), scale),
  }
}

function crop({ width, data }, x, y, w, h) {
  const out = new Uint8ClampedArray(w * h * 4)
  for (let row = 0; row < h; row++) {
    const from = ((y + row) * width + x) * 4
    out.set(data.subarray(from, from + w * 4), row * w * 4)
  }
  return { width: w, height: h, data: out }
}
