import { describe, expect, it } from 'vitest'
import {
  bicubic,
  crop,
  draw,
  fromPng,
  noise,
  png,
  psnrY,
  random,
} from '../../scripts/lib/pictures.ts'
import type { DarkroomOptions } from '../../src/index.ts'
import { browserResize, gradient, maxDifference, needed } from './pictures.ts'
import { tiled, untiled } from './plain-onnxruntime.ts'
import { run } from './run.ts'

const kodak = ['kodim01', 'kodim05', 'kodim15', 'kodim23']

async function upscaled(
  image: ImageData,
  scale: number,
  mode: Mode = 'faithful',
  options?: DarkroomOptions,
) {
  const url = await png(image)
  const request = { url, width: `${scale * 100}%`, upscale_parameters: { mode } } as const
  const { blob } = await run(request, options)
  return fromPng(blob)
}

type Mode = 'auto' | 'faithful' | 'restore'

describe.each([
  { scale: 2, side: 240, gain: 3.0 },
  { scale: 4, side: 320, gain: 2.0 },
])('x$scale', ({ scale, side, gain }) => {
  it(`is at least ${gain} dB better than the browser's best resize on Kodak photographs`, async (test) => {
    const gains: number[] = []
    for (const name of kodak) {
      const file = await needed(`kodak/${name}.png`, test)
      const truth = await crop(file, 96, 128, side, side)
      const small = await bicubic(truth, side / scale, side / scale)
      const ours = psnrY(await upscaled(small, scale, 'auto'), truth, scale)
      gains.push(ours - (await browserResize(small, side, side, truth, scale)))
    }
    expect(gains.reduce((a, b) => a + b) / gains.length).toBeGreaterThanOrEqual(gain)
  })
})

describe('tiles', () => {
  it('equal plain onnxruntime on the whole image, within 1', async (test) => {
    const file = await needed('kodak/kodim15.png', test)
    // More than one tile of the model's own size.
    const image = await crop(file, 100, 60, 460, 300)
    expect(
      maxDifference(await upscaled(image, 2), await untiled('span-x2', image)),
    ).toBeLessThanOrEqual(1)
  })

  it.each([
    ['span-x4', 56],
    ['span-x4', 80],
    ['restore-x4', 100],
  ] as const)('of %s with %i px give the same', async (model, tile) => {
    const image = gradient(130, 90)
    const inTiles = await tiled(model, image, tile * tile)
    expect(maxDifference(inTiles, await untiled(model, image))).toBeLessThanOrEqual(1)
  })

  it('of the restoring network give its output, and the mean of 2 x 2 pixels for x2', async () => {
    const image = gradient(230, 40)
    const whole = await untiled('restore-x4', image)
    expect(maxDifference(await upscaled(image, 4, 'restore'), whole)).toBeLessThanOrEqual(1)
    const { data } = whole
    const mean = (x: number, y: number, c: number) =>
      [0, 1, 920, 921].reduce(
        (sum, by) => sum + (data[(2 * y * 920 + 2 * x + by) * 4 + c] as number),
        0,
      ) / 4
    const half = draw(460, 80, (x, y) => [mean(x, y, 0), mean(x, y, 1), mean(x, y, 2)])
    expect(maxDifference(await upscaled(image, 2, 'restore'), half)).toBeLessThanOrEqual(2)
  })
})

describe('a network whose output leaves its range', () => {
  const checkers = (size: number, low = 0, high = 255) =>
    draw(96, 64, (x, y) =>
      (((x / size) | 0) + ((y / size) | 0)) % 2 ? [high, high, high] : [low, low, low],
    )
  const coloured = draw(96, 64, (x, y) => ((x + y) % 2 ? [255, 30, 0] : [0, 60, 200]))
  const bayer = [
    [0, 8, 2, 10],
    [12, 4, 14, 6],
    [3, 11, 1, 9],
    [15, 7, 13, 5],
  ]
  const dither = draw(96, 64, (x, y) => {
    const on = x / 96 > ((bayer[y % 4]?.[x % 4] ?? 0) + 0.5) / 16
    return on ? [255, 255, 255] : [0, 0, 0]
  })
  const next = random(7)
  const noisy = draw(
    96,
    64,
    (x, y) =>
      [0, 1, 2].map((c) => 40 + x + y + c * 20 + noise(next, 60)) as [number, number, number],
  )

  it.each([
    { what: 'a 1 px checkerboard', image: checkers(1), scale: 2 },
    { what: 'a 1 px checkerboard', image: checkers(1), scale: 4 },
    { what: 'a coloured checkerboard', image: coloured, scale: 2 },
    { what: 'ordered dither', image: dither, scale: 2 },
    { what: 'ordered dither', image: dither, scale: 4 },
    { what: 'heavy noise', image: noisy, scale: 2 },
    { what: 'heavy noise', image: noisy, scale: 4 },
  ] as const)('never reaches a picture: $what x$scale', async ({ image, scale }) => {
    const result = await upscaled(image, scale)
    const safe = await bicubic(image, image.width * scale, image.height * scale)
    const raw = await untiled(`span-x${scale}`, image)
    // The premise holds: without the safeguard the result is far off.
    expect(psnrY(raw, safe, 0)).toBeLessThan(20)
    expect(psnrY(result, safe, 0)).toBeGreaterThan(30)
  })

  it('is replaced only around the bad pixels', async (test) => {
    // With detail everywhere: of plain parts a checkerboard nearby changes what is computed.
    const file = await needed('kodak/kodim05.png', test)
    const photo = await crop(file, 100, 100, 120, 90)
    const mixed = new ImageData(new Uint8ClampedArray(photo.data), 120, 90)
    for (let y = 60; y < 80; y++)
      for (let x = 10; x < 30; x++)
        mixed.data.fill((x + y) % 2 ? 255 : 0, (y * 120 + x) * 4, (y * 120 + x) * 4 + 3)
    const [plain, result] = [await upscaled(photo, 2), await upscaled(mixed, 2)]
    const part = (image: ImageData) =>
      draw(
        140,
        80,
        (x, y) =>
          [
            ...image.data.subarray(
              ((y + 0) * 240 + x + 100) * 4,
              ((y + 0) * 240 + x + 100) * 4 + 3,
            ),
          ] as [number, number, number],
      )
    expect(maxDifference(part(plain), part(result))).toBeLessThanOrEqual(1)
  })
})

describe('alpha', () => {
  it('is resized beside the colours, and black under it never shows', async () => {
    const disc = draw(48, 48, (x, y) =>
      Math.hypot(x - 24, y - 24) < 16 ? [250, 120, 40, 255] : [0, 0, 0, 0],
    )
    const { data } = await upscaled(disc, 2)
    const at = (x: number, y: number) => [...data.subarray((y * 96 + x) * 4, (y * 96 + x) * 4 + 4)]
    expect(at(48, 48)[3]).toBe(255)
    expect(at(2, 2)[3]).toBe(0)
    // Wherever the edge is visible, it has the disc's colour.
    for (let x = 0; x < 96; x++) {
      const [r = 0, g = 0, b = 0, a = 0] = at(x, 48)
      if (a > 8)
        expect(
          Math.max(Math.abs(r - 250), Math.abs(g - 120), Math.abs(b - 40)),
        ).toBeLessThanOrEqual(12)
    }
  })
})

describe('WebGPU', () => {
  it.for(['faithful', 'restore'] as const)('equals WASM within 2: %s', async (mode, test) => {
    // No plain cell: the faithful network computes all of it, on both.
    const image = draw(32, 24, (x, y) => [x * 6, y * 8, 128 + 60 * Math.sin(x / 1.5)])
    if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
    const { blob, record } = await run(
      { url: await png(image), width: '200%', upscale_parameters: { mode } },
      { provider: 'webgpu' },
    )
    expect(record.details?.provider).toBe('webgpu')
    const inFp32 = await upscaled(image, 2, mode, { provider: 'wasm', precision: 'fp32' })
    expect(maxDifference(await fromPng(blob), inFp32)).toBeLessThanOrEqual(2)
  })
})
