import { expect, it } from 'vitest'
import { models } from '../../models/models.ts'
import { salient } from '../../workers/matting/items.ts'
import type { Context } from '../../workers/operations/operation.ts'
import { crop, draw, shared } from './pictures.ts'
import { load } from './untiled.ts'

const { width: SIDE, mean, deviation } = models.u2netp

/** The mask of one run in plain onnxruntime, as the network's authors call it. */
async function plain(image: ImageData): Promise<Float32Array> {
  const { ort, session } = await load('u2netp')
  const plane = SIDE * SIDE
  const colours = image.data.filter((_, i) => i % 4 !== 3)
  const brightest = colours.reduce((a, b) => Math.max(a, b), 1)
  const input = Float32Array.from({ length: 3 * plane }, (_, i) => {
    const c = Math.floor(i / plane) as 0 | 1 | 2
    return ((image.data[(i % plane) * 4 + c] as number) / brightest - mean[c]) / deviation[c]
  })
  const { output } = await session.run({
    input: new ort.Tensor('float32', input, [1, 3, SIDE, SIDE]),
  })
  return output?.data as Float32Array
}

it('the mask before refinement is that of the same weights in plain onnxruntime', async (test) => {
  const file = await shared('cutout/animal-1.jpg')
  if (!file) return test.skip('the shared data is not here')
  const image = await crop(file, 200, 150, SIDE, SIDE)
  const mirrored = draw(SIDE, SIDE, (x, y) => {
    const at = (y * SIDE + SIDE - 1 - x) * 4
    return [image.data[at] as number, image.data[at + 1] as number, image.data[at + 2] as number]
  })
  const [straight, turned] = [await plain(image), await plain(mirrored)]
  const averaged = straight.map((value, i) => {
    const x = i % SIDE
    return (value + (turned[i - x + SIDE - 1 - x] as number)) / 2
  })
  const least = averaged.reduce((a, b) => Math.min(a, b))
  const most = averaged.reduce((a, b) => Math.max(a, b))
  const context = {
    checkpoint: async () => {},
    explain: (error: unknown) => error as Error,
    viewer: async () => ({ ...(await load('u2netp')), model: models.u2netp }),
  } as unknown as Context
  const picture = { ...image, width: SIDE, height: SIDE, alpha: false }
  const pixels = image.data as Uint8ClampedArray<ArrayBuffer>
  const { values } = await salient({ ...picture, pixels }, 'u2netp', context)
  let [sum, held] = [0, 0]
  values.forEach((value, i) => {
    sum += Math.abs(value - ((averaged[i] as number) - least) / (most - least))
    held += value
  })
  expect(held / values.length).toBeGreaterThan(0.1)
  expect(sum / values.length).toBeLessThan(0.005)
})
