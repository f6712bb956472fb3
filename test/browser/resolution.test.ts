import resize from '@jsquash/resize'
import { describe, expect, it } from 'vitest'
import { noisy } from '../../scripts/lib/degrade.ts'
import { bicubic, canvasResize, crop, decoded, draw, encoded } from '../../scripts/lib/pictures.ts'
import { estimateUpscale } from '../../workers/operations/clean/estimate-upscale.ts'
import { needed } from './pictures.ts'

/** Photographs, and what is tried on each: each image takes a second. */
const photographs = [
  { name: 'kodim05', scales: [1.5, 2], odd: 'nearest', quality: 0.1 },
  { name: 'kodim15', scales: [3], odd: 'bilinear', quality: 0.2 },
  { name: 'kodim23', scales: [4], odd: 'bicubic', quality: 0.5 },
] as const

/** Returns the factor of enlargement that is detected, if any. */
function found({ width, height, data }: ImageData): number | undefined {
  const pixels = data as Uint8ClampedArray<ArrayBuffer>
  const small = estimateUpscale({ width, height, pixels, alpha: false })
  return small && width / small.width
}

/** Enlarges with the browser's canvas, or with the codec's bicubic. */
async function enlarged(
  image: ImageData,
  scale: number,
  how: 'nearest' | 'bilinear' | 'bicubic',
  width = image.width * scale,
  height = image.height * scale,
) {
  return how === 'bicubic'
    ? bicubic(image, width, height)
    : canvasResize(image, width, height, how === 'bilinear')
}

const small = (image: ImageData, scale: number) =>
  resize(image, {
    width: Math.round(image.width / scale),
    height: Math.round(image.height / scale),
    method: 'lanczos3',
    linearRGB: false,
    premultiply: false,
    fitMethod: 'stretch',
  })

describe('on photographs', () => {
  it.for(photographs)(
    '$name: finds the factor of an enlargement',
    async ({ name, scales }, test) => {
      const file = await needed(`kodak/${name}.png`, test)
      const photograph = await crop(file, 0, 0, 384, 384)
      expect(found(photograph)).toBeUndefined()
      for (const scale of scales) {
        const source = await small(photograph, scale)
        for (const how of ['nearest', 'bilinear', 'bicubic'] as const) {
          if (scale === 1.5 && how === 'nearest') continue
          const large = await enlarged(source, scale, how)
          expect(found(large), `${how} ${scale}`).toBe(scale)
          if (scale !== 2) continue // JPEG: larger factors behave the same, and JPEG hides 1.5
          const file = await decoded(await encoded(large, 'image/jpeg', 0.6))
          expect(found(file), `${how} ${scale}, JPEG 60`).toBe(scale)
        }
      }
    },
  )

  it.for(photographs)(
    '$name: finds the factor if the sides are no multiples of it',
    async ({ name, odd }, test) => {
      const file = await needed(`kodak/${name}.png`, test)
      const source = await bicubic(await crop(file, 0, 0, 481, 321), 240, 160)
      expect(found(await enlarged(source, 2, odd, 481, 321))).toBeCloseTo(2, 1)
    },
  )

  it.for(photographs)('$name: finds none in other images', async ({ name, quality }, test) => {
    const file = await needed(`kodak/${name}.png`, test)
    const photograph = await crop(file, 12, 24, 480, 384)
    const grainy = await noisy(12)(photograph, 0)
    const soft = await bicubic(await small(photograph, 1.7), 480, 384)
    for (const image of [grainy, soft]) expect(found(image)).toBeUndefined()
    const compressed = await decoded(await encoded(photograph, 'image/jpeg', quality))
    expect(found(compressed)).toBeUndefined()
  })
})

it('finds none in plain and tiny images', () => {
  for (const side of [1, 2, 12, 48]) {
    expect(found(draw(side, side, () => [90, 120, 140]))).toBeUndefined()
    expect(found(draw(side, side, (x, y) => [x, y, x + y]))).toBeUndefined()
  }
})
