import { describe, expect, it } from 'vitest'
import { psnr } from '../../bench/lib/psnr.ts'
import { models } from '../../models/models.ts'
import { crop, draw, noise, random } from '../../scripts/lib/pictures.ts'
import { gradient, maxDifference, needed } from './pictures.ts'
import { tiled, untiled } from './plain-onnxruntime.ts'
import { blurry, kinds, middle, noisy, restored } from './restoring-networks.ts'

describe.each(kinds)('%s', (model, request, spoil) => {
  it('tiles give the result of one onnxruntime run on the whole image, within 1', async (test) => {
    const [width, height] = [256, 64]
    const file = await needed('kodak/kodim13.png', test)
    const image = await spoil(await crop(file, 0, 0, width, height))
    // Two tiles, which share a halo on either side of the seam.
    const tile = (width / 2 + models[model].halo) * height
    const whole = await untiled(model, image, 1)
    expect(maxDifference(await tiled(model, image, tile), whole)).toBeLessThanOrEqual(1)
  })

  it('keeps the size of any image', async () => {
    for (const [width, height] of [
      [1, 1],
      [3, 70],
      [61, 43],
    ] as const) {
      const { image } = await restored(gradient(width, height), request)
      expect([image.width, image.height]).toEqual([width, height])
    }
  })
})

/** Those whose output is the whole result; `clean` blends its output in, by how strong the compression was. */
const unblended = kinds.filter(([model]) => model !== 'clean')

describe.each(unblended)('%s', (model, request, spoil) => {
  it('gives the mean of all views of the network', async (test) => {
    const image = await spoil(await crop(await needed('kodak/kodim13.png', test), 0, 0, 96, 64))
    const { image: ours, record } = await restored(image, request)
    expect(maxDifference(ours, await untiled(model, image))).toBeLessThanOrEqual(1)
    expect(record.details?.steps).toContainEqual(
      expect.objectContaining({ operation: request.enhancements[0], model }),
    )
  })
})

/** The small networks: the others share this code with them, and webgpu.nightly.test.ts runs all on the GPU. */
const small = kinds.filter(([model]) => !model.endsWith('v2'))

describe.each(small)('%s', (_, request) => {
  it('keeps alpha, and ignores the colour of transparent pixels', async () => {
    const half = (hidden: number) =>
      draw(48, 40, (x, y) => (x < 24 ? [200, 120, 60 + y, 255] : [hidden, hidden, hidden, 0]))
    const [one, other] = await Promise.all([
      restored(half(0), request),
      restored(half(255), request),
    ])
    const alpha = (image: ImageData) => image.data.filter((_, i) => i % 4 === 3)
    expect(alpha(one.image)).toEqual(alpha(half(0)))
    const seen = (image: ImageData) => image.data.filter((_, i) => i % 192 < 96)
    expect(seen(one.image)).toEqual(seen(other.image))
  })

  it('gives the same on WebGPU and WASM, within 2', async (test) => {
    if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
    const image = await noisy(gradient(21, 16))
    const { image: onGpu, record } = await restored(image, request, { provider: 'webgpu' })
    expect(record.details?.provider).toBe('webgpu')
    const inFp32 = { provider: 'wasm', precision: 'fp32' } as const
    const onWasm = (await restored(image, request, inFp32)).image
    expect(maxDifference(onGpu, onWasm)).toBeLessThanOrEqual(2)
  })

  it('keeps grey images grey', async () => {
    const next = random(3)
    const grey = draw(60, 60, (x) => {
      const value = 100 + x + noise(next, 15)
      return [value, value, value]
    })
    const { data } = (await restored(grey, request)).image
    expect(data.every((value, i) => i % 4 === 3 || value === data[i - (i % 4)])).toBe(true)
  })
})

describe('the networks that a request takes by default', () => {
  it('deblur hardly changes a sharp photograph, and sharpens a blurred one by 3 dB', async (test) => {
    const request = { enhancements: ['deblur'] }
    const sharp = await middle('07', test)
    expect(psnr((await restored(sharp, request)).image, sharp)).toBeGreaterThan(37)
    const image = await middle('09', test)
    const soft = await blurry(image)
    const gain = psnr((await restored(soft, request)).image, image) - psnr(soft, image)
    expect(gain).toBeGreaterThan(3)
  })

  it('denoise hardly changes a clean photograph', async (test) => {
    const image = await middle('07', test)
    const { image: clean } = await restored(image, { enhancements: ['denoise'] })
    expect(psnr(clean, image)).toBeGreaterThan(48)
  })
})
