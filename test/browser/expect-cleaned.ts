import { expect, type TestContext } from 'vitest'
import { psnr } from '../../bench/lib/psnr.ts'
import { bicubic, crop, decoded, draw, encoded, fromPng, png } from '../../scripts/lib/pictures.ts'
import { needed } from './pictures.ts'
import { run } from './run.ts'

export async function cleaned(image: ImageData): Promise<ImageData> {
  const { blob } = await run({
    url: await png(image),
    enhancements: ['clean'],
    output_format: 'png',
  })
  return fromPng(blob)
}

/** Halves the size, then doubles it by nearest neighbour. */
export async function halved(image: ImageData): Promise<ImageData> {
  const small = await bicubic(image, image.width / 2, image.height / 2)
  return draw(image.width, image.height, (x, y) => {
    const at = ((y >> 1) * small.width + (x >> 1)) * 4
    return [0, 1, 2].map((c) => small.data[at + c]) as [number, number, number]
  })
}

const part = async (name: string, test: TestContext, width = 208, height = 208) =>
  crop(await needed(`kodak/${name}.png`, test), 204, 96, width, height)

/** A poor upscale gains 2 dB; 1 dB in a JPEG, and 1 dB with odd sides. */
export async function expectGain(name: string, test: TestContext): Promise<void> {
  const truth = await part(name, test)
  const poor = await halved(truth)
  expect(psnr(await cleaned(poor), truth)).toBeGreaterThan(psnr(poor, truth) + 2)
  const file = await decoded(await encoded(poor, 'image/jpeg', 0.6))
  expect(psnr(await cleaned(file), truth)).toBeGreaterThan(psnr(file, truth) + 1)
  const odd = await part(name, test, 209, 207)
  const small = await bicubic(await bicubic(odd, 104, 103), 209, 207)
  expect(psnr(await cleaned(small), odd)).toBeGreaterThan(psnr(small, odd) + 1)
}

/** A good photograph hardly changes. */
export async function expectKept(name: string, test: TestContext): Promise<void> {
  const truth = await part(name, test)
  expect(psnr(await cleaned(truth), truth)).toBeGreaterThan(42)
}

/** A JPEG of a photograph gains 1 dB. */
export async function expectCleanJpeg(quality: number, test: TestContext): Promise<void> {
  const truth = await part('kodim05', test)
  const poor = await decoded(await encoded(truth, 'image/jpeg', quality / 100))
  expect(psnr(await cleaned(poor), truth)).toBeGreaterThan(psnr(poor, truth) + 1)
}
