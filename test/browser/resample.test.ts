import { describe, expect, it } from 'vitest'
import { draw, noise, random } from '../../scripts/lib/pictures.ts'
import { releaseMemory } from '../../workers/image/image.ts'
import { resample, resampleInBands } from '../../workers/image/resample.ts'
import { maxDifference } from './pictures.ts'

const next = random(3)
const grain = draw(230, 170, (x, y) => [
  90 + x / 4 + noise(next, 8),
  90 + y / 4 + noise(next, 8),
  120,
])
const pixels = grain.data as Uint8ClampedArray<ArrayBuffer>
const image = { width: 230, height: 170, pixels, alpha: false }
const imageData = ({ pixels, width, height }: typeof image) => new ImageData(pixels, width, height)

describe('an image resized in bands equals one resized at once', () => {
  it.each([
    [611, 333, 'catrom'],
    [100, 51, 'lanczos3'],
    [230, 400, 'catrom'],
    [400, 170, 'catrom'],
  ] as const)('%i x %i %s', async (width, height, filter) => {
    const to = { width, height, filter }
    const bands = await resampleInBands(image, to, { bandHeap: 400_000 })
    expect(maxDifference(imageData(bands), imageData(await resample(image, to)))).toBeLessThan(3)
  })
})

it('an image that is resized in bands is released if that was asked for', async () => {
  const copy = () => ({ ...image, pixels: image.pixels.slice() })
  const [kept, given] = [copy(), copy()]
  const to = { width: 611, height: 333, filter: 'catrom' } as const
  const a = await resampleInBands(kept, to, { bandHeap: 400_000 })
  const b = await resampleInBands(given, to, { bandHeap: 400_000, release: true })
  // Once more, as the loop over the steps does.
  releaseMemory(given)
  expect(maxDifference(imageData(a), imageData(b))).toBe(0)
  expect([kept.pixels.length, given.pixels.length]).toEqual([image.pixels.length, 0])
})
