import { describe, expect, it, type TestContext } from 'vitest'
import { psnr } from '../../bench/lib/psnr.ts'
import { blurred, gaussian, noisy as withNoise } from '../../scripts/lib/degrade.ts'
import { bicubic, decoded, encoded, png } from '../../scripts/lib/pictures.ts'
import { needed } from './pictures.ts'
import { blurry, middle, noisy, restored } from './restoring-networks.ts'
import { run } from './run.ts'

type Spoil = (image: ImageData) => ImageData | Promise<ImageData>

const compressed: Spoil = async (image) => decoded(await encoded(image, 'image/jpeg', 0.4))
const both = { enhancements: ['denoise', 'deblur'] }

describe('denoise and deblur in one request', () => {
  it.for<[string, Spoil, string, number]>([
    ['noise', noisy, 'denoise-v1', 6],
    ['blur', blurry, 'deblur', 2],
    ['compression', compressed, 'clean', 0.5],
    [
      'blur and compression',
      async (image) => compressed(await blurry(image)),
      'deblur-compressed',
      1,
    ],
    ['noise and blur', async (image) => withNoise(10)(await blurry(image), 6), 'restore', 2],
    ['noise and compression', async (image) => compressed(await noisy(image, 15)), 'restore', 2],
  ])('remove %s in one step', async ([, spoil, last, gain], test) => {
    const truth = await middle('09', test)
    const given = await spoil(truth)
    const { record, image } = await restored(given, both)
    const [, step] = record.details?.steps ?? []
    expect(step).toMatchObject({ operation: 'restore' })
    expect(step?.model?.split(', ').at(-1)).toBe(last)
    expect(psnr(image, truth)).toBeGreaterThan(psnr(given, truth) + gain)
  })

  it.for<[string, Spoil, string]>([
    ['compression', compressed, 'restore-x4, blazeface, clean, span-x4'],
    [
      'a little blur with it',
      async (image) => compressed(await blurred(gaussian(0.6))(image, 1)),
      'restore-x4, blazeface, clean, deblur, span-x4',
    ],
  ])(
    'leave %s to an enlargement that removes it, but for faces',
    async ([, spoil, model], test) => {
      const given = await spoil(await portrait(test))
      const enhancements = [...both.enhancements, 'face_enhance']
      const enlarged = { width: '400%', upscale_parameters: { mode: 'auto' } }
      const { record } = await run({ url: await png(given), enhancements, ...enlarged } as never)
      const steps = record.details?.steps ?? []
      expect(steps).toMatchObject([
        { operation: 'decode' },
        { operation: 'restore', unchanged: true },
        { operation: 'upscale', choice: { mode: 'restore', why: 'compressed' }, model },
        { operation: 'face_enhance' },
        { operation: 'encode' },
      ])
    },
  )

  it('need no noise to be removed', async (test) => {
    const truth = await middle('09', test)
    const given = await compressed(await blurry(truth))
    const { record, image } = await restored(given, { enhancements: ['deblur', 'clean'] })
    const [, step] = record.details?.steps ?? []
    expect(step).toMatchObject({ operation: 'restore', model: 'restore-soft, restore, deblur-compressed' }) // biome-ignore format: a line
    expect(psnr(image, truth)).toBeGreaterThan(psnr(given, truth) + 1)
  })

  it('hardly change a clean photograph', async (test) => {
    const truth = await middle('07', test)
    expect(psnr((await restored(truth, both)).image, truth)).toBeGreaterThan(44)
  })

  it('keep what was made transparent, and a grey image grey', async (test) => {
    const { data, width } = await middle('09', test)
    const grey = data.map((value, i) =>
      i % 4 === 3 ? (i < 4 * width ? 0 : 255) : (data[i - (i % 4)] ?? value),
    )
    const given = await noisyGrey(new ImageData(grey, width))
    const { image } = await restored(given, both)
    image.data.forEach((value, i) => {
      if (i % 4 === 3) expect(value).toBe(given.data[i])
      else if (i >= 4 * width) expect(value).toBe(image.data[i - (i % 4)])
    })
  })

  it('are one step of the plan, which clean joins', async (test) => {
    const url = await png(await middle('09', test))
    const enhancements = ['deblur', 'clean', 'denoise', 'light']
    const { record } = await run({ url, enhancements } as never)
    expect(record.details?.steps.map(({ operation }) => operation)).toEqual(['decode', 'restore', 'light', 'encode']) // biome-ignore format: a line
  })
})

const portrait = async (test: TestContext) =>
  bicubic(await decoded(await needed('kodak/kodim15.png', test)), 216, 144)

/** The same noise in every channel. */
async function noisyGrey(image: ImageData): Promise<ImageData> {
  const { data, width } = noisy(image, 15) as ImageData
  return new ImageData(data.map((value, i) => (i % 4 === 3 ? (image.data[i] as number) : (data[i - (i % 4)] ?? value))), width) // biome-ignore format: a line
}
