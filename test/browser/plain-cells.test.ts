import { describe, expect, it } from 'vitest'
import { cellDifferences, enlargeBoth } from '../../bench/lib/enlarge-both.ts'
import { crop, draw, fromPng, png } from '../../scripts/lib/pictures.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { maxDifference, needed } from './pictures.ts'
import { darkroomWith, run } from './run.ts'

/** Side of a cell of the source, in pixels. */
const SIDE = 32

const requestFor = async (image: ImageData, scale: number): Promise<ProcessingRequest> => ({
  url: await png(image),
  width: `${scale * 100}%`,
  upscale_parameters: { mode: 'faithful' },
})

async function enlarged(image: ImageData, scale: number) {
  const { blob, record } = await run(await requestFor(image, scale))
  const step = record.details?.steps.find(({ operation }) => operation === 'upscale')
  return { result: await fromPng(blob), computed: step?.computed }
}

/** A picture with a photograph's detail in its middle, and soft light around it. */
async function mixed(file: Blob): Promise<ImageData> {
  const detail = await crop(file, 100, 100, 60, 40)
  return draw(300, 200, (x, y) => {
    const at = ((y - 80) * 60 + x - 120) * 4
    return x >= 120 && x < 180 && y >= 80 && y < 120
      ? ([...detail.data.subarray(at, at + 3)] as [number, number, number])
      : [100 + x / 4, 90 + y / 5, 110 + (x + y) / 8]
  })
}

describe.each([2, 4] as const)('x%i of SPAN', (scale) => {
  it('leaves out what is plain: no cell differs by more than 2 from the whole computation', async (test) => {
    const image = await mixed(await needed('kodak/kodim23.png', test))
    const { whole } = await enlargeBoth(image, scale)
    const { result, computed } = await enlarged(image, scale)
    expect(computed).toBeGreaterThan(0)
    expect(computed).toBeLessThan(0.6)
    const cells = cellDifferences(whole, result, SIDE * scale)
    expect(Math.max(...cells)).toBeGreaterThan(0)
    expect(Math.max(...cells)).toBeLessThanOrEqual(2)
    const middle = (image: ImageData) =>
      draw(60 * scale, 40 * scale, (x, y) => {
        const at = ((y + 80 * scale) * image.width + x + 120 * scale) * 4
        return [...image.data.subarray(at, at + 3)] as [number, number, number]
      })
    expect(maxDifference(middle(whole), middle(result))).toBeLessThanOrEqual(1)
  })

  it('computes nothing of a flat picture', async () => {
    const flat = draw(90, 70, () => [120, 60, 200])
    const { result, computed } = await enlarged(flat, scale)
    expect(computed).toBe(0)
    const expected = draw(90 * scale, 70 * scale, () => [120, 60, 200])
    expect(maxDifference(result, expected)).toBeLessThanOrEqual(1)
  })
})

it('a photograph differs by at most 2 in any cell', async (test) => {
  const image = await crop(await needed('kodak/kodim23.png', test), 330, 60, 320, 260)
  const { whole } = await enlargeBoth(image, 2)
  const { result, computed } = await enlarged(image, 2)
  expect(computed).toBeLessThan(1)
  expect(Math.max(...cellDifferences(whole, result, SIDE * 2))).toBeLessThanOrEqual(2)
})

it.each([
  [1, 1],
  [3, 2],
  [33, 1],
])('works on tiny pictures: %i x %i', async (width, height) => {
  const colored = (at: (x: number, y: number) => [number, number, number]) =>
    draw(width, height, at)
  const flat = await enlargeBoth(
    colored(() => [7, 90, 250]),
    2,
  )
  expect(flat.computed).toBe(0)
  const expected = draw(2 * width, 2 * height, () => [7, 90, 250])
  expect(maxDifference(flat.spared, expected)).toBe(0)
  if (width * height === 1) return
  const dots = colored((x, y) => ((x + y) % 2 ? [20, 200, 90] : [140, 30, 60]))
  const { whole, spared, computed } = await enlargeBoth(dots, 2)
  expect(computed).toBe(1)
  expect(maxDifference(spared, whole)).toBe(0)
})

it('gray stays gray, and alpha is the same whatever is left out', async (test) => {
  const { width, height, data } = await mixed(await needed('kodak/kodim23.png', test))
  const grayBy = (valueAt: (x: number, y: number) => number) =>
    draw(width, height, (x, y) => {
      const value = valueAt(x, y)
      return [value, value, value, Math.max(0, Math.min(255, 4 * x - 100))]
    })
  const gray = grayBy((x, y) => data[(y * width + x) * 4] as number)
  const busy = grayBy((x, y) => 80 + ((x * 37 + y * 101) % 97))
  const [some, all] = [await enlarged(gray, 2), await enlarged(busy, 2)]
  expect(some.computed).toBeLessThan(1)
  expect(all.computed).toBe(1)
  for (let i = 0; i < some.result.data.length; i += 4) {
    const [r, g, b, a] = some.result.data.subarray(i, i + 4)
    if (a) expect(Math.max(Math.abs((g ?? 0) - (r ?? 0)), Math.abs((b ?? 0) - (r ?? 0)))).toBe(0)
  }
  const alphas = ({ data }: ImageData) => data.filter((_, i) => i % 4 === 3)
  expect(alphas(some.result)).toEqual(alphas(all.result))
})

it('texts are computed whole', async () => {
  const flat = draw(64, 48, () => [255, 255, 255])
  const request = { ...(await requestFor(flat, 4)), upscale_parameters: { type: 'text_x4' } }
  const { record } = await run(request as ProcessingRequest)
  const step = record.details?.steps.find(({ operation }) => operation === 'upscale')
  expect(step).toBeDefined()
  expect(step).not.toHaveProperty('computed')
})

it('tells its progress, and is taken over by a later job', async (test) => {
  const darkroom = darkroomWith()
  const request = await requestFor(await mixed(await needed('kodak/kodim05.png', test)), 2)
  const ratios: number[] = []
  const first = await darkroom.run(request, {
    onProgress: ({ overall_ratio }) => void ratios.push(overall_ratio),
  })
  expect(ratios.length).toBeGreaterThan(2)
  expect(ratios.at(-1)).toBe(1)
  expect(ratios).toEqual([...ratios].sort((a, b) => a - b))
  const again = await darkroom.run(request)
  const stepOf = ({ details }: typeof again) =>
    details.steps.find(({ operation }) => operation === 'upscale')
  expect(stepOf(again)).toMatchObject({ cached: true, computed: stepOf(first)?.computed })
  expect(maxDifference(await fromPng(first.blob), await fromPng(again.blob))).toBe(0)
})
