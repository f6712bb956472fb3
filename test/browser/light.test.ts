import { describe, expect, it } from 'vitest'
import { hsv, turned } from '../../bench/lib/hues.ts'
import { draw, fromPng, noise, png, psnrY, random } from '../../scripts/lib/pictures.ts'
import { clipped, enhanced, kodak, meanChange, remade, types } from './light-and-color.ts'
import { maxDifference } from './pictures.ts'
import { darkroomWith, run } from './run.ts'

const lit = (image: ImageData, type: (typeof types)[number], level = 1) =>
  enhanced(image, { enhancements: ['light'], light_parameters: { type, level } })

/** Multiplies linear light by a factor, like a smaller aperture. */
function darker(value: number, factor: number): number {
  const linear = value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
  const less = linear * factor
  return 255 * (less <= 0.0031308 ? less * 12.92 : 1.055 * less ** (1 / 2.4) - 0.055)
}

const cut = ({ data, width, height }: ImageData, from: number, to: number) =>
  draw(to - from, height, (x, y) => {
    const at = (y * width + from + x) * 4
    return [data[at] as number, data[at + 1] as number, data[at + 2] as number]
  })

describe.each(types.slice(1))('%s', (type) => {
  it.for(['01', '07', '09', '11'])('restores the dark half of kodim%s', async (number, test) => {
    const [image] = (await kodak(test, number)) as [ImageData]
    const half = image.width >> 1
    const dim = remade(image, (colour, x) =>
      x < half ? (colour.map((c) => darker(c, 0.35)) as typeof colour) : colour,
    )
    const result = await lit(dim, type)
    const quality = (one: ImageData, from: number, to: number) =>
      psnrY(cut(one, from, to), cut(image, from, to), 0)
    expect(quality(result, 0, half) - quality(dim, 0, half)).toBeGreaterThan(1.5)
    expect(quality(result, half, image.width)).toBeGreaterThan(30)
    expect(psnrY(await lit(image, type), image, 0)).toBeGreaterThan(32)
  })

  it('leaves no halo around a dark roof against the sky', async () => {
    const roof = draw(480, 360, (x, y) =>
      y > 180 + (x - 240) / 5 ? [45, 45, 45] : [200, 210, 225],
    )
    const { data } = await lit(roof, type)
    const reds = data.filter((_, i) => i % 4 === 0)
    const dark = [...reds.filter((_, i) => roof.data[i * 4] === 45)]
    const sky = [...reds.filter((_, i) => roof.data[i * 4] !== 45)]
    expect(Math.max(...sky.map((value) => Math.abs(value - 200)))).toBeLessThanOrEqual(4)
    expect(Math.min(...dark)).toBeGreaterThan(60)
    expect(Math.max(...dark)).toBeLessThan(110)
  })

  it('brightens a dark, noisy image by more than its noise', async () => {
    const next = random(3)
    const grain = (): [number, number, number] => [
      22 + noise(next, 4),
      22 + noise(next, 4),
      22 + noise(next, 4),
    ]
    const night = draw(400, 300, grain)
    const [before, after] = [spread(night), spread(await lit(night, type))]
    expect(after.mean / before.mean).toBeGreaterThan(1.8)
    expect(after.deviation / before.deviation).toBeLessThan((0.9 * after.mean) / before.mean)
  })

  it('draws no bands into a smooth sky', async () => {
    const sky = draw(600, 400, (_, y) => [90 + y / 8, 130 + y / 8, 200 + y / 16])
    const { data } = await lit(sky, type)
    const down = data.map((value, at) => Math.abs(value - (data[at - 2400] ?? value)))
    expect(Math.max(...down.filter((_, at) => at % 400 === 0))).toBeLessThanOrEqual(2)
  })
})

function spread({ data }: ImageData) {
  const values = data.filter((_, i) => i % 4 < 3)
  const mean = values.reduce((a, b) => a + b, 0) / values.length
  const squares = values.reduce((a, b) => a + (b - mean) ** 2, 0)
  return { mean, deviation: Math.sqrt(squares / values.length) }
}

it('contrast widens the histogram of a flat image without clipping', async () => {
  const hazy = draw(200, 150, (x, y) => [90 + (x * y) / 400, 95 + (x * y) / 400, 100 + x / 4])
  const result = await lit(hazy, 'contrast')
  expect(spread(result).deviation).toBeGreaterThan(1.3 * spread(hazy).deviation)
  expect(clipped(result)).toBe(0)
})

describe.each(types)('every light: %s', (type) => {
  it('is exact at level 0 and grows with the level', async (test) => {
    const [image] = (await kodak(test, '23')) as [ImageData]
    expect(maxDifference(await lit(image, type, 0), image)).toBe(0)
    let last = 0
    for (const level of [0.25, 0.5, 0.75, 1]) {
      const change = meanChange(await lit(image, type, level), image)
      expect(change).toBeGreaterThan(last)
      last = change
    }
  })

  it('clips nothing and keeps hues', async (test) => {
    const images = await kodak(test, '15', '23')
    for (const image of images) {
      const result = await lit(image, type)
      expect(clipped(result)).toBeLessThanOrEqual(clipped(image))
      const { mean, most } = turned(image, result, hsv, 40)
      expect(mean).toBeLessThan(0.6)
      expect(most).toBeLessThan(2)
    }
  })

  it('keeps grey grey, and ignores and keeps transparent pixels', async () => {
    const behind = (hidden: number) =>
      draw(300, 200, (x, y) => {
        const seen = Math.hypot(x - 150, y - 100) < 90
        return seen ? [x / 4, x / 4, x / 4, 255 - (y >> 3)] : [hidden, hidden, 0, 0]
      })
    const [first, second] = [await lit(behind(0), type), await lit(behind(255), type)]
    const [before, wrong] = [behind(0), { grey: 0, alpha: 0, hidden: 0 }]
    for (let at = 0; at < first.data.length; at += 4) {
      const [r, g, b, a] = first.data.subarray(at, at + 4)
      if (a !== before.data[at + 3]) wrong.alpha++
      if (a === 0) continue
      if (g !== r || b !== r) wrong.grey++
      if (second.data[at] !== r) wrong.hidden++
    }
    expect(wrong).toEqual({ grey: 0, alpha: 0, hidden: 0 })
  })

  it.each([
    [1, 1],
    [1, 40],
    [300, 2],
  ])('takes a picture of %d x %d', async (width, height) => {
    const small = draw(width, height, () => [60, 50, 40])
    const { record, blob } = await run({
      url: await png(small),
      enhancements: ['light'],
      light_parameters: { type },
      output_format: 'png',
    })
    expect(record.status).toBe('complete')
    const result = await fromPng(blob)
    expect([result.width, result.height]).toEqual([width, height])
  })
})

it('reports progress, and stops when it is aborted', async () => {
  const url = draw(1600, 1200, (x, y) => [x / 7, y / 5, 90])
  const ratios: number[] = []
  const request = { url, enhancements: ['light' as const] }
  await darkroomWith().run(request, {
    onProgress: ({ operation, ratio }) => {
      if (operation === 'light') ratios.push(ratio)
    },
  })
  expect(ratios).toEqual([...ratios].sort((a, b) => a - b))
  expect(new Set(ratios).size).toBeGreaterThan(6)
  const controller = new AbortController()
  // Another level, as the first result is in the cache.
  const other = { ...request, light_parameters: { level: 0.5 } }
  const aborted = darkroomWith().run(other, {
    signal: controller.signal,
    onProgress: ({ operation }) => operation === 'light' && controller.abort(),
  })
  await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' })
})
