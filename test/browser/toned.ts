import type { TestContext } from 'vitest'
import type { ProcessingRequest } from '../../src/index.ts'
import { decoded, draw, fromPng, needed, png } from './pictures.ts'
import { run } from './run.ts'

export const types = ['contrast', 'hdr_light', 'hdr_light_advanced'] as const

/** Runs a request on an image, losslessly through PNG. */
export async function enhanced(image: ImageData, request: ProcessingRequest): Promise<ImageData> {
  const { blob } = await run({ url: await png(image), output_format: 'png', ...request })
  return fromPng(blob)
}

/** Returns photographs of the Kodak set by number. */
export const kodak = (test: TestContext, ...numbers: string[]): Promise<ImageData[]> =>
  Promise.all(
    numbers.map(async (number) => decoded(await needed(`kodak/kodim${number}.png`, test))),
  )

/** The numbers of all twelve photographs. */
export const all = ['01', '03', '05', '07', '09', '11', '13', '15', '17', '19', '21', '23']

/** Maps each colour, given its position. */
export const remade = (
  { data, width, height }: ImageData,
  pixel: (colour: [number, number, number], x: number, y: number) => [number, number, number],
) =>
  draw(width, height, (x, y) => {
    const at = (y * width + x) * 4
    return pixel([data[at] as number, data[at + 1] as number, data[at + 2] as number], x, y)
  })

/** Mean absolute difference of the channels. */
export function meanChange(a: ImageData, b: ImageData): number {
  const sum = a.data.reduce((sum, value, i) => sum + Math.abs(value - (b.data[i] as number)), 0)
  return sum / a.data.length
}

/** The mean luminance, 0 to 255. */
export function brightness({ data }: ImageData): number {
  let sum = 0
  for (let i = 0; i < data.length; i += 4) {
    sum += 0.2126 * (data[i] as number)
    sum += 0.7152 * (data[i + 1] as number) + 0.0722 * (data[i + 2] as number)
  }
  return sum / (data.length / 4)
}

/** Counts the channel values that are 0 or 255. */
export const clipped = ({ data }: ImageData) =>
  data.reduce((n, value, i) => n + (i % 4 < 3 && (value === 0 || value === 255) ? 1 : 0), 0)

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
