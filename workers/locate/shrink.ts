import type { Picture } from '../picture.ts'

/**
 * The picture with a longer side of at most `side` pixels, each the average of those that it covers. Opaque: colours
 * are weighted by alpha, and what is transparent counts as black.
 */
export function shrink(picture: Picture, side: number): Picture {
  const factor = Math.max(1, picture.width / side, picture.height / side)
  const width = Math.max(1, Math.round(picture.width / factor))
  const height = Math.max(1, Math.round(picture.height / factor))
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += 4) {
      average(picture, x / width, y / height, (x + 1) / width, (y + 1) / height, pixels, to)
    }
  }
  return { width, height, pixels, alpha: false }
}

/** The mean colour of a part of the picture, given as shares of its sides. */
function average(
  { pixels, width, height }: Picture,
  left: number,
  top: number,
  right: number,
  bottom: number,
  out: Uint8ClampedArray,
  to: number,
): void {
  const [x0, x1] = [Math.floor(left * width), Math.max(Math.floor(right * width), 1)]
  const [y0, y1] = [Math.floor(top * height), Math.max(Math.floor(bottom * height), 1)]
  let [red, green, blue] = [0, 0, 0]
  for (let y = y0; y < y1; y++) {
    for (let at = (y * width + x0) * 4, end = (y * width + x1) * 4; at < end; at += 4) {
      const weight = (pixels[at + 3] as number) / 255
      red += (pixels[at] as number) * weight
      green += (pixels[at + 1] as number) * weight
      blue += (pixels[at + 2] as number) * weight
    }
  }
  const count = (x1 - x0) * (y1 - y0)
  out[to] = red / count
  out[to + 1] = green / count
  out[to + 2] = blue / count
  out[to + 3] = 255
}
