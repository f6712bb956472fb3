import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Decoded } from '../../../workers/codecs/formats/format.ts'

const folder = new URL('../../../../shared/data/formats/good/', import.meta.url)
const broken = new URL('../bad/', folder)
const LEVELS = 4

/** A good file and what it decodes to. The grid holds 16 premultiplied RGBA means, row by row. */
export interface Sample {
  file: string
  format: string
  width: number
  height: number
  compare?: 'size'
  rgbaMeanPremultiplied: number[]
  grid4x4Premultiplied?: number[][]
}

/** The good files of a format beside the project; none where there is no such folder. */
export function samples(format: string): Sample[] {
  const manifest = new URL('manifest.json', folder)
  if (!existsSync(fileURLToPath(manifest))) return []
  const all: Sample[] = JSON.parse(readFileSync(manifest, 'utf8'))
  return all.filter((sample) => sample.format === format)
}

export const read = ({ file }: Sample) => new Uint8Array(readFileSync(new URL(file, folder)))

/** The broken files beside the project whose names match; none where there is no such folder. */
export function brokenFiles(name: RegExp) {
  if (!existsSync(fileURLToPath(broken))) return []
  const names = readdirSync(broken).filter((file) => name.test(file))
  return names.map((file) => ({ file, bytes: new Uint8Array(readFileSync(new URL(file, broken))) }))
}

/** Fails where the size differs at all, or a premultiplied mean by more than 4 levels. */
export function expectSample({ width, height, data }: Decoded, sample: Sample) {
  expect([width, height]).toEqual([sample.width, sample.height])
  expect(data.length).toBe(width * height * 4)
  if (sample.compare === 'size') return
  const cells = sample.grid4x4Premultiplied ?? [sample.rgbaMeanPremultiplied]
  const side = Math.sqrt(cells.length)
  const means = cells.map((_, i) => mean(data, width, height, side, i % side, Math.floor(i / side)))
  const worst = Math.max(...means.flatMap((m, i) => m.map((v, c) => off(v, cells[i]?.[c]))))
  expect(worst, JSON.stringify(means)).toBeLessThanOrEqual(LEVELS)
}

const off = (value: number, expected = Number.NaN) => Math.abs(value - expected)

/** The premultiplied mean of one of side * side blocks. */
function mean(
  data: Uint8ClampedArray,
  width: number,
  height: number,
  side: number,
  column: number,
  row: number,
) {
  const edge = (length: number, i: number) => Math.floor((length * i) / side)
  const sums = new Float64Array(4)
  let count = 0
  for (let y = edge(height, row); y < edge(height, row + 1); y++) {
    for (let x = edge(width, column); x < edge(width, column + 1); x++, count++) {
      const at = (y * width + x) * 4
      const alpha = data[at + 3] as number
      for (let c = 0; c < 3; c++)
        sums[c] = (sums[c] as number) + ((data[at + c] as number) * alpha) / 255
      sums[3] = (sums[3] as number) + alpha
    }
  }
  return Array.from(sums, (sum) => sum / count)
}

/** Cuts a file off at 40 places before `needed` bytes: every one of them must throw an Error. */
export async function expectCutsToThrow(
  bytes: Uint8Array,
  decode: (cut: Uint8Array) => unknown,
  needed = bytes.length,
) {
  for (let i = 0; i < 40; i++) {
    const cut = bytes.slice(0, Math.floor((needed * i) / 40))
    await expect(async () => decode(cut), `cut at ${cut.length}`).rejects.toThrow(Error)
  }
}
