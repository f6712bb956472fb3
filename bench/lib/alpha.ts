const alphaAt = ({ data }: ImageData, i: number) => data[i * 4 + 3] as number

/** Intersection over union of the pixels that are more than half opaque. */
export function overlap(a: ImageData, b: ImageData): number {
  let [both, either] = [0, 0]
  for (let i = 0; i < a.width * a.height; i++) {
    const [one, other] = [alphaAt(a, i) > 127, alphaAt(b, i) > 127]
    if (one && other) both++
    if (one || other) either++
  }
  return either === 0 ? 1 : both / either
}

/** Mean absolute difference of alpha, 0 to 1. */
export function alphaError(a: ImageData, b: ImageData): number {
  let sum = 0
  const count = a.width * a.height
  for (let i = 0; i < count; i++) sum += Math.abs(alphaAt(a, i) - alphaAt(b, i))
  return sum / 255 / count
}

/** The border is where the truth is partly transparent, and so far around it, in pixels. */
const BAND = 4

/** Mean absolute difference of alpha at the border of `truth`, 0 to 1; NaN where it has none. */
export function bandError(result: ImageData, truth: ImageData): number {
  const { width, height } = truth
  const isPartial = (x: number, y: number) => {
    const alpha = alphaAt(truth, y * width + x)
    return alpha > 10 && alpha < 245
  }
  const band = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isPartial(x, y)) continue
      for (let v = Math.max(0, y - BAND); v <= Math.min(height - 1, y + BAND); v++)
        band.fill(1, v * width + Math.max(0, x - BAND), v * width + Math.min(width, x + BAND + 1))
    }
  }
  let [sum, count] = [0, 0]
  for (let i = 0; i < band.length; i++) {
    if (!band[i]) continue
    sum += Math.abs(alphaAt(result, i) - alphaAt(truth, i))
    count++
  }
  return sum / 255 / count
}
