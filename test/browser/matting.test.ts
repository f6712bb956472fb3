import { expect, it } from 'vitest'
import { plain } from '../../bench/lib/cut-outs.ts'
import { models } from '../../models/models.ts'
import { crop, draw } from '../../scripts/lib/pictures.ts'
import { load } from '../../scripts/lib/plain-session.ts'
import { predictSalient } from '../../workers/operations/background/salient-object.ts'
import type { OperationContext } from '../../workers/operations/operation.ts'
import { needed } from './pictures.ts'

const SIDE = models.u2netp.width

it('the mask before refinement is that of the same weights in plain onnxruntime', async (test) => {
  const file = await needed('kodak/kodim15.png', test)
  const image = await crop(file, 224, 96, SIDE, SIDE)
  const mirrored = draw(SIDE, SIDE, (x, y) => {
    const at = (y * SIDE + SIDE - 1 - x) * 4
    return [image.data[at] as number, image.data[at + 1] as number, image.data[at + 2] as number]
  })
  const [straight, turned] = [await plain(image), await plain(mirrored)]
  const both = straight.map((value, i) => {
    const x = i % SIDE
    return Math.sqrt(Math.max(0, value) * Math.max(0, turned[i - x + SIDE - 1 - x] as number))
  })
  const least = both.reduce((a, b) => Math.min(a, b))
  const most = both.reduce((a, b) => Math.max(a, b))
  const context = {
    checkpoint: async () => {},
    explain: (error: unknown) => error as Error,
    loadFixedInput: async () => ({ ...(await load('u2netp')), model: models.u2netp }),
  } as unknown as OperationContext
  const picture = { ...image, width: SIDE, height: SIDE, alpha: false }
  const pixels = image.data as Uint8ClampedArray<ArrayBuffer>
  const { values = new Float32Array() } =
    (await predictSalient({ ...picture, pixels }, context)) ?? {}
  let [sum, held] = [0, 0]
  values.forEach((value, i) => {
    sum += Math.abs(value - ((both[i] as number) - least) / (most - least))
    held += value
  })
  expect(held / values.length).toBeGreaterThan(0.1)
  expect(sum / values.length).toBeLessThan(0.005)
})
