import { expect, it } from 'vitest'
import { cleaned, expectCleanJpeg, expectGain, expectKept, halved } from './cleaned.ts'
import { crop, decoded, draw, encoded, maxDifference, needed } from './pictures.ts'

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
