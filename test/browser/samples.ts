import { expect } from 'vitest'
import type { DecodedImage } from '../../workers/codecs/shared/decoder.ts'

const LEVELS = 4

/** A valid file and its expected pixels. The grid has 16 premultiplied RGBA means, row by row. */
export interface Sample {
  file: string
  format: string
  width: number
  height: number
  grid4x4Premultiplied: number[][]
}

const folder = '/shared-data/formats/good/'

/** Returns the valid files of some formats. */
export async function samples(...formats: string[]): Promise<Sample[]> {
  const all: Sample[] = await (await fetch(`${folder}manifest.json`)).json()
  return all.filter(({ format }) => formats.includes(format))
}

export async function read({ file }: Sample): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(folder + file)).arrayBuffer())
}

/** Fails if the size differs, or if the premultiplied mean of one of 4 x 4 blocks differs by more than 4 levels. */
export function expectSample(image: DecodedImage, sample: Sample): void {
  const { width, height } = sample
  expect([image.width, image.height]).toEqual([width, height])
  const means = sample.grid4x4Premultiplied.map((_, i) => mean(image, i % 4, Math.floor(i / 4)))
  const offs = means.map((block, i) =>
    block.map((value, c) => Math.abs(value - (sample.grid4x4Premultiplied[i]?.[c] ?? Number.NaN))),
  )
  expect(Math.max(...offs.flat()), JSON.stringify(means)).toBeLessThanOrEqual(LEVELS)
}

function mean({ data, width, height }: DecodedImage, column: number, row: number): number[] {
  const edge = (length: number, i: number) => Math.floor((length * i) / 4)
  const sums = [0, 0, 0, 0]
  let count = 0
  for (let y = edge(height, row); y < edge(height, row + 1); y++) {
    for (let x = edge(width, column); x < edge(width, column + 1); x++, count++) {
      const at = (y * width + x) * 4
      const alpha = data[at + 3] as number
      for (let c = 0; c < 4; c++) {
        const value = data[at + c] as number
        sums[c] = (sums[c] as number) + (c < 3 ? (value * alpha) / 255 : value)
      }
    }
  }
  return sums.map((sum) => sum / count)
}
