import { describe, expect, it } from 'vitest'
import { type Hue, hsv, turned } from '../../bench/lib/hues.ts'
import { draw, part } from '../../scripts/lib/pictures.ts'
import { toLab } from '../../workers/operations/subject/lab.ts'
import { clipped, enhanced, kodak, meanChange, types } from './light-and-color.ts'
import { maxDifference } from './pictures.ts'

const coloured = (image: ImageData, type: (typeof types)[number], level = 1) =>
  enhanced(image, { enhancements: ['color'], color_parameters: { type, level } })

const labOf = (r: number, g: number, b: number): [number, number, number] => {
  const pixels = new Uint8ClampedArray([r, g, b, 255])
  const [l, a, bb] = toLab({ width: 1, height: 1, pixels, alpha: false })
  return [l[0] as number, a[0] as number, bb[0] as number]
}
const lab: Hue = (...rgb) => {
  const [, a, b] = labOf(...rgb)
  return { hue: (Math.atan2(b, a) * 180) / Math.PI, chroma: Math.hypot(a, b) }
}

/** Mean chroma and lightness (CIELAB). */
function means({ data }: ImageData) {
  const sum = { chroma: 0, lightness: 0 }
  for (let at = 0; at < data.length; at += 4) {
    const [l, a, b] = labOf(data[at] as number, data[at + 1] as number, data[at + 2] as number)
    sum.chroma += Math.hypot(a, b)
    sum.lightness += l
  }
  const count = data.length / 4
  return { chroma: sum.chroma / count, lightness: sum.lightness / count }
}

/** Returns the gain in chroma of one colour. */
async function gain(type: (typeof types)[number], colour: [number, number, number]) {
  const { data } = await coloured(
    draw(16, 16, () => colour),
    type,
  )
  const [r = 0, g = 0, b = 0] = data
  return hsv(r, g, b).chroma / hsv(...colour).chroma - 1
}

describe.each(types)('%s', (type) => {
  it('raises chroma with the level, unchanged at 0; keeps hue and lightness', async (test) => {
    const photographs = await kodak(test, '13', '19', '23')
    const images = photographs.map((image) => part(image, 192, 128, 384, 256))
    for (const image of images) {
      expect(maxDifference(await coloured(image, type, 0), image)).toBe(0)
      let [last, change] = [means(image).chroma, 0]
      for (const level of [0.3, 0.6, 1]) {
        const result = await coloured(image, type, level)
        const now = means(result)
        expect(now.chroma).toBeGreaterThan(last + 0.2)
        expect(Math.abs(now.lightness - means(image).lightness)).toBeLessThan(0.2)
        expect(meanChange(result, image)).toBeGreaterThan(change)
        expect(clipped(result)).toBeLessThanOrEqual(clipped(image))
        for (const [of, chroma] of [[hsv, 40] as const, [lab, 20] as const]) {
          const { mean, most } = turned(image, result, of, chroma)
          expect(mean).toBeLessThan(1)
          expect(most).toBeLessThan(2.1)
        }
        last = now.chroma
        change = meanChange(result, image)
      }
    }
  })

  it('keeps greys, alpha, and clipped pixels', async () => {
    const image = draw(256, 8, (x, y) => (y < 6 ? [x, x, x, 255 - y * 40] : [255, x, 0]))
    const result = await coloured(image, type)
    const greys = image.data.length - 2 * 256 * 4
    expect(result.data.subarray(0, greys)).toEqual(image.data.subarray(0, greys))
    expect(result.data.subarray(greys).filter((_, i) => i % 4 === 0)).toEqual(
      new Uint8ClampedArray(512).fill(255),
    )
  })
})

describe('skin and vivid colours', () => {
  const skins: [number, number, number][] = [
    [236, 188, 160],
    [198, 134, 102],
    [120, 76, 56],
  ]

  it.each(types.slice(1))('gain less than a dull green with %s', async (type) => {
    const dull = await gain(type, [110, 140, 100])
    for (const skin of skins) expect(await gain(type, skin)).toBeLessThan(0.4 * dull)
    expect(await gain(type, [60, 160, 40])).toBeLessThan(0.6 * dull)
  })

  it('gain as all do with contrast', async () => {
    const dull = await gain('contrast', [110, 140, 100])
    for (const skin of skins) expect(await gain('contrast', skin)).toBeGreaterThan(0.5 * dull)
  })
})

it('hdr_light_advanced raises what is more colourful than its surroundings, hdr_light all alike', async () => {
  const leaf: [number, number, number] = [110, 140, 100]
  const spot = (around: [number, number, number]) =>
    draw(200, 200, (x, y) => (Math.max(Math.abs(x - 100), Math.abs(y - 100)) < 14 ? leaf : around))
  const inside = async (
    type: 'hdr_light' | 'hdr_light_advanced',
    around: [number, number, number],
  ) => {
    const { data } = await coloured(spot(around), type)
    const at = (100 * 200 + 100) * 4
    return hsv(data[at] as number, data[at + 1] as number, data[at + 2] as number).chroma
  }
  const dull: [number, number, number] = [60, 62, 60]
  const vivid: [number, number, number] = [40, 90, 20]
  expect(await inside('hdr_light_advanced', dull)).toBeGreaterThan(
    5 + (await inside('hdr_light_advanced', vivid)),
  )
  expect(await inside('hdr_light', dull)).toBe(await inside('hdr_light', vivid))
})
