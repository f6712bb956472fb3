import type { TestContext } from 'vitest'
import { decoded, draw, fromPng, png } from '../../scripts/lib/pictures.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { needed } from './pictures.ts'
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

/** Counts the channel values that are 0 or 255. */
export const clipped = ({ data }: ImageData) =>
  data.reduce((n, value, i) => n + (i % 4 < 3 && (value === 0 || value === 255) ? 1 : 0), 0)
