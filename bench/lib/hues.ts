/** The mean luminance, 0 to 255. */
export function brightness({ data }: ImageData): number {
  let sum = 0
  for (let i = 0; i < data.length; i += 4) {
    sum += 0.2126 * (data[i] as number)
    sum += 0.7152 * (data[i + 1] as number) + 0.0722 * (data[i + 2] as number)
  }
  return sum / (data.length / 4)
}

export type Hue = (r: number, g: number, b: number) => { hue: number; chroma: number }

export const hsv: Hue = (r, g, b) => {
  const most = Math.max(r, g, b)
  const chroma = most - Math.min(r, g, b)
  if (chroma === 0) return { hue: 0, chroma }
  const sixth =
    most === r ? (g - b) / chroma : most === g ? 2 + (b - r) / chroma : 4 + (r - g) / chroma
  return { hue: 60 * sixth, chroma }
}

/** Mean and 99th percentile of the change in hue, in degrees, of pixels with enough chroma. */
export function turned(before: ImageData, after: ImageData, of: Hue, chroma: number) {
  const turns: number[] = []
  const colour = ({ data }: ImageData, at: number) =>
    of(data[at] as number, data[at + 1] as number, data[at + 2] as number)
  for (let at = 0; at < before.data.length; at += 4) {
    const [a, b] = [colour(before, at), colour(after, at)]
    if (a.chroma > chroma) turns.push(Math.abs(((((a.hue - b.hue) % 360) + 540) % 360) - 180))
  }
  turns.sort((a, b) => a - b)
  const mean = turns.reduce((a, b) => a + b, 0) / turns.length
  return { mean, most: turns[Math.floor(turns.length * 0.99)] as number }
}
