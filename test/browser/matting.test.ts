import { expect, it } from 'vitest'
import { plain } from '../../bench/lib/cut-outs.ts'
import { models } from '../../models/models.ts'
import { crop } from '../../scripts/lib/pictures.ts'
import { load } from '../../scripts/lib/plain-session.ts'
import { findMatte } from '../../workers/operations/background/find-matte.ts'
import type { OperationContext } from '../../workers/operations/operation.ts'
import { needed } from './pictures.ts'

const SIDE = models.matte.width

it('the alpha before refinement is that of the same weights in plain onnxruntime, but for cleared parts', async (test) => {
  const file = await needed('kodak/kodim15.png', test)
  const image = await crop(file, 224, 64, SIDE, SIDE)
  const { alpha = new Float32Array() } = await plain(image)
  const context = {
    checkpoint: async () => {},
    explain: (error: unknown) => error as Error,
    loadFixedInput: async () => ({ ...(await load('matte')), model: models.matte }),
  } as unknown as OperationContext
  const pixels = image.data as Uint8ClampedArray<ArrayBuffer>
  const found = await findMatte(
    { width: SIDE, height: SIDE, pixels, alpha: false },
    'auto',
    context,
  )
  let [worst, held, cleared] = [0, 0, 0]
  found?.values.forEach((value, i) => {
    const same = alpha[i] as number
    if (value > 0) worst = Math.max(worst, Math.abs(value - same))
    else cleared += same
    held += value
  })
  expect(held / alpha.length).toBeGreaterThan(0.1)
  expect(worst).toBeLessThan(0.02)
  expect(cleared / alpha.length).toBeLessThan(0.01)
})
