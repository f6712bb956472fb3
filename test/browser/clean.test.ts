import { describe, expect, it } from 'vitest'
import { crop, decoded, draw, encoded } from '../../scripts/lib/pictures.ts'
import { cleaned, expectCleanJpeg, expectGain, expectKept, halved } from './expect-cleaned.ts'
import { maxDifference, needed } from './pictures.ts'

// weights-quality.nightly.test.ts has more photographs.
it('a poor upscale gains 2 dB; 1 dB in a JPEG, and with odd sides', (test) =>
  expectGain('kodim03', test))

it('hardly changes a good photograph', (test) => expectKept('kodim07', test))

it('a JPEG of quality 20 gains 1 dB', (test) => expectCleanJpeg(20, test))

it('hardly changes a drawing, unless it was compressed', async () => {
  const ink: [number, number, number] = [200, 30, 30]
  const isInk = (x: number, y: number) => y % 20 > 8 && (x * 7 + (y >> 3) * 5) % 11 < 2
  const drawing = draw(240, 200, (x, y) => {
    if (y < 28) return [36, 41, 51]
    return x > 14 && x < 226 && isInk(x, y) ? ink : [255, 255, 255]
  })
  const change = async (image: ImageData) => {
    const { data } = await cleaned(image)
    return data.reduce((sum, value, i) => sum + Math.abs(value - (image.data[i] as number)), 0)
  }
  const compressed = await decoded(await encoded(drawing, 'image/jpeg', 0.6))
  expect(await change(drawing)).toBeLessThan((await change(compressed)) / 3)
})

describe('an image of exact blocks', () => {
  const colors = [
    [34, 32, 52],
    [217, 87, 99],
    [251, 242, 54],
    [99, 155, 255],
  ] as const
  /** A creature of 32 x 32 pixels, each of which became a block. */
  const sprite = (scale: number, alpha: number) =>
    draw(32 * scale, 32 * scale, (px, py) => {
      const [x, y] = [Math.floor(px / scale) - 16, Math.floor(py / scale) - 16]
      if (Math.hypot(x + 0.5, y + 0.5) > 13) return [0, 0, 0, alpha]
      const part = Math.abs(x + 0.5) > 4 && y < -2 ? 2 : (x * x + 3 * y * y) % 7 < 2 ? 1 : 3
      return [...(colors[y > 8 ? 0 : part] as (typeof colors)[0])]
    })

  it.each([
    { scale: 2, on: 'black', alpha: 255 },
    { scale: 4, on: 'black', alpha: 255 },
    { scale: 4, on: 'nothing', alpha: 0 },
  ])('stays as it is if it is pixel art: $scale, on $on', async ({ scale, alpha }) => {
    const art = sprite(scale, alpha)
    const { data } = await cleaned(art)
    const off = data.filter((value, i) => art.data[i | 3] !== 0 && value !== art.data[i])
    expect(off.length).toBe(0)
  })

  it('is mended if it is a shaded object on white', async () => {
    const ball = draw(160, 120, (x, y) => {
      const [u, v] = [(x - 80) / 45, (y - 60) / 45]
      const light = 1 - 0.4 * Math.hypot(u + 0.3, v + 0.3) + 0.05 * Math.sin(x / 3)
      return Math.hypot(u, v) > 1 ? [255, 255, 255] : [230 * light, 120 * light, 70 * light]
    })
    const poor = await halved(ball)
    expect(maxDifference(await cleaned(poor), poor)).toBeGreaterThan(30)
  })
})

it('keeps alpha, and keeps grey pixels grey', async (test) => {
  const file = await needed('kodak/kodim15.png', test)
  const poor = await halved(await crop(file, 204, 96, 208, 208))
  const alpha = (x: number, y: number) => (x < 100 ? 0 : (x + y) % 256)
  const image = draw(208, 208, (x, y) => {
    const value = poor.data[(y * 208 + x) * 4 + 1] as number
    return [value, value, value, alpha(x, y)]
  })
  const { data } = await cleaned(image)
  expect(data.every((value, i) => i % 4 !== 3 || value === image.data[i])).toBe(true)
  expect(data.every((value, i) => i % 4 === 3 || value === data[i - (i % 4)])).toBe(true)
  expect(maxDifference(new ImageData(data, 208), image)).toBeGreaterThan(10)
})
