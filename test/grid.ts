/** A file and its expected pixels, from the manifest of the samples. */
export interface Sample {
  file: string
  format: string
  width: number
  height: number
  /** Valid decoders disagree on the pixels, so only the size is compared. */
  compare?: 'size'
  rgbaMeanPremultiplied: number[]
  /** 16 premultiplied RGBA means, row by row. */
  grid4x4Premultiplied?: number[][]
}

interface Pixels {
  width: number
  height: number
  pixels: Uint8ClampedArray
}

/** Returns the largest difference between the premultiplied means of an image and those of a sample, in levels. */
export function distance(picture: Pixels, sample: Sample): number {
  const cells = sample.grid4x4Premultiplied ?? [sample.rgbaMeanPremultiplied]
  const side = Math.sqrt(cells.length)
  return Math.max(
    ...cells.flatMap((cell, i) => {
      const mean = meanOf(picture, side, i % side, Math.floor(i / side))
      return mean.map((value, channel) => Math.abs(value - (cell[channel] ?? Number.NaN)))
    }),
  )
}

/** Returns the premultiplied mean of one of side * side blocks. */
function meanOf({ width, height, pixels }: Pixels, side: number, column: number, row: number) {
  const edge = (length: number, i: number) => Math.floor((length * i) / side)
  const [left, right] = [edge(width, column), edge(width, column + 1)]
  const [top, bottom] = [edge(height, row), edge(height, row + 1)]
  const sum = [0, 0, 0, 0]
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * 4
      const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
      ;[red * alpha, green * alpha, blue * alpha, 255 * alpha].forEach((value, channel) => {
        sum[channel] = (sum[channel] ?? 0) + value / 255
      })
    }
  }
  return sum.map((value) => value / ((right - left) * (bottom - top)))
}
