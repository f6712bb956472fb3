import { expect, it } from 'vitest'
import { type ImageToImageModelName, models } from '../../models/models.ts'
import { load } from '../../scripts/lib/plain-session.ts'
import { assertTile, check } from '../../workers/inference/gpu/check.ts'
import { leastSide } from '../../workers/inference/known-answers.ts'
import { darkroomWith } from './run.ts'

// webgpu.nightly.test.ts runs them on a GPU; restore.test.ts and upscale.test.ts run five of them there.
it('every model gives its known output, on wasm', async () => {
  const checks = await darkroomWith({ provider: 'wasm' }).check()
  expect(checks.map(({ model }) => model)).toEqual(Object.keys(models))
  for (const { model, ok, provider, precision, difference } of checks) {
    const isInt8 = 'int8' in models[model]
    const expected = isInt8 ? 'int8' : 'fp32'
    expect({ ok, provider, precision }).toEqual({ ok: true, provider: 'wasm', precision: expected })
    // A value that one build of onnxruntime rounds up and another one down moves many others.
    expect(difference).toBeLessThan(isInt8 ? 2 / 255 : 1e-4)
  }
})

it('every tile of a model has its known values inside, whatever its shape', async () => {
  for (const [name, model] of Object.entries(models)) {
    if (!('halo' in model)) continue
    const side = leastSide(model.halo)
    for (const shape of [
      { width: side, height: side },
      { width: side + 96, height: side + 16 },
    ])
      await assertTile(name as ImageToImageModelName, await load(name as 'span-x2'), shape)
  }
})

it('a model with a wrong output is detected', async () => {
  const shape = { width: 112, height: 128 }
  const wrong = assertTile('deblur', await load('denoise-v1'), shape)
  await expect(wrong).rejects.toThrow(/differs from its stored answer by .* in a tile of 112 x 128/)

  const { model, why } = await check('span-x2', await load('span-x4'))
  expect(model).toBe('span-x2')
  expect(why).toMatch(/differs from its stored answer by/)
})
