import { describe, expect, it } from 'vitest'
import { resample, resampleInBands } from '../../workers/image/resample.ts'
import { draw, maxDifference, noise, random } from './pictures.ts'

const next = random(3)
const grain = draw(230, 170, (x, y) => [
  90 + x / 4 + noise(next, 8),
  90 + y / 4 + noise(next, 8),
  120,
])
const image = { width: 230, height: 170, pixels: grain.data, alpha: false }
const imageData = ({ pixels, width, height }: typeof image) => new ImageData(pixels, width, height)

describe('an image resized in bands equals one resized at once', () => {
  it.each([
    [611, 333, 'catrom'],
    [100, 51, 'lanczos3'],
    [230, 400, 'catrom'],
    [400, 170, 'catrom'],
  ] as const)('%i x %i %s', async (width, height, filter) => {
    const to = { width, height, filter }
    const bands = await resampleInBands(image, to, 400_000)
    expect(maxDifference(imageData(bands), imageData(await resample(image, to)))).toBeLessThan(3)
  })
})
