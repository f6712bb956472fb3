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
