import { describe, expect, it, type TestContext } from 'vitest'
import { psnr } from '../../bench/quality/psnr.ts'
import {
  bicubic,
  crop,
  decoded,
  draw,
  encoded,
  fromPng,
  maxDifference,
  needed,
  png,
} from './pictures.ts'
import { run } from './run.ts'

async function cleaned(image: ImageData): Promise<ImageData> {
  const { blob } = await run({
    url: await png(image),
    enhancements: ['clean'],
    output_format: 'png',
  })
  return fromPng(blob)
}

/** Halves the size, then doubles it by nearest neighbour. */
async function halved(image: ImageData): Promise<ImageData> {
  const small = await bicubic(image, image.width / 2, image.height / 2)
  return draw(image.width, image.height, (x, y) => {
    const at = ((y >> 1) * small.width + (x >> 1)) * 4
    return [0, 1, 2].map((c) => small.data[at + c]) as [number, number, number]
  })
}

describe.each(['kodim03', 'kodim07', 'kodim15'])('%s', (name) => {
  const photograph = async (test: TestContext) =>
    crop(await needed(`kodak/${name}.png`, test), 204, 96, 288, 288)

  it('a poor upscale gains 2 dB; 1 dB in a JPEG', async (test) => {
    const truth = await photograph(test)
    const poor = await halved(truth)
    expect(psnr(await cleaned(poor), truth)).toBeGreaterThan(psnr(poor, truth) + 2)
    const file = await decoded(await encoded(poor, 'image/jpeg', 0.6))
    expect(psnr(await cleaned(file), truth)).toBeGreaterThan(psnr(file, truth) + 1)
  })

  it('a poor upscale with odd sides gains 1 dB', async (test) => {
    const file = await needed(`kodak/${name}.png`, test)
    const truth = await crop(file, 204, 96, 289, 287)
    const poor = await bicubic(await bicubic(truth, 144, 143), 289, 287)
    expect(psnr(await cleaned(poor), truth)).toBeGreaterThan(psnr(poor, truth) + 1)
  })
})

it.for(['03', '05', '07', '13', '15'])(
  'hardly changes a good photograph: kodim%s',
  async (number, test) => {
    const file = await needed(`kodak/kodim${number}.png`, test)
    const truth = await crop(file, 204, 96, 288, 288)
    expect(psnr(await cleaned(truth), truth)).toBeGreaterThan(42)
  },
)

it.for([20, 40])('a JPEG of quality %d gains 1 dB', async (quality, test) => {
  const file = await needed('kodak/kodim05.png', test)
  const truth = await crop(file, 204, 96, 288, 288)
  const poor = await decoded(await encoded(truth, 'image/jpeg', quality / 100))
  expect(psnr(await cleaned(poor), truth)).toBeGreaterThan(psnr(poor, truth) + 1)
})

it('keeps alpha, and keeps grey pixels grey', async (test) => {
  const file = await needed('kodak/kodim15.png', test)
  const poor = await halved(await crop(file, 204, 96, 288, 288))
  const alpha = (x: number, y: number) => (x < 100 ? 0 : (x + y) % 256)
  const image = draw(288, 288, (x, y) => {
    const value = poor.data[(y * 288 + x) * 4 + 1] as number
    return [value, value, value, alpha(x, y)]
  })
  const { data } = await cleaned(image)
  expect(data.every((value, i) => i % 4 !== 3 || value === image.data[i])).toBe(true)
  expect(data.every((value, i) => i % 4 === 3 || value === data[i - (i % 4)])).toBe(true)
  expect(maxDifference(new ImageData(data, 288), image)).toBeGreaterThan(10)
})
