import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ImageToImageModelName, models } from '../../models/models.ts'
import { png } from '../../scripts/lib/pictures.ts'
import { load } from '../../scripts/lib/plain-session.ts'
import { DarkroomError } from '../../src/shared/errors.ts'
import { createInFp16 } from '../../workers/inference/fp16/create-in-fp16.ts'
import { toFp16 } from '../../workers/inference/fp16/to-fp16.ts'
import { check } from '../../workers/inference/gpu/check.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'
import { withStrengths } from '../../workers/inference/strengths.ts'
import { gradient, maxDifference } from './pictures.ts'
import { noisy, restored } from './restoring-networks.ts'
import { darkroomWith } from './run.ts'

const names = Object.keys(models).filter(
  (name): name is ImageToImageModelName => 'halo' in models[name as ImageToImageModelName],
)

const fileOf = async (name: ImageToImageModelName) =>
  new Uint8Array(await (await fetch(models[name].url)).arrayBuffer())

/** A network in fp16 on WASM, which keeps what is between its nodes in fp16, and computes in fp32. */
async function inFp16(name: ImageToImageModelName): Promise<LoadedModel> {
  const loaded = await load(name)
  const session = await loaded.ort.InferenceSession.create(toFp16(await fileOf(name)))
  return { ...loaded, session: withStrengths(session, loaded.ort, loaded.model), precision: 'fp16' }
}

describe('networks in fp16', () => {
  it.each(names)('%s gives its known output', async (name) => {
    const loaded = await inFp16(name)
    expect(loaded.session.inputMetadata[0]).toMatchObject({ name: 'input', type: 'float16' })
    expect(loaded.session.outputMetadata[0]).toMatchObject({ name: 'output', type: 'float16' })
    const { ok, precision, difference } = await check(name, loaded)
    expect({ ok, precision }).toEqual({ ok: true, precision: 'fp16' })
    // It is not fp32.
    expect(difference).toBeGreaterThan(1e-5)
    await loaded.session.release()
  })

  it('are refused where they answer wrongly', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const wrong = await inFp16('deblur')
    const release = vi.spyOn(wrong.session, 'release')
    const bytes = await fileOf('denoise-v1')
    const create = async () => wrong.session
    expect(await createInFp16('denoise-v1', wrong, bytes, create)).toBeUndefined()
    expect(release).toHaveBeenCalledOnce()
    const message = expect.stringMatching(/differs from its stored answer by/)
    expect(warn).toHaveBeenCalledWith(
      'Darkroom: denoise-v1 computes in fp32',
      expect.objectContaining({ message }),
    )
  })

  it.each([
    ['the runtime did not load', new DarkroomError('NETWORK', 'ort.wasm: HTTP 404'), false],
    ['the GPU was lost', new Error('A valid external Instance reference no longer exists'), true],
  ])('are not what failed where %s', async (_, failure, isGpuLost) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const create = () => Promise.reject(failure)
    const parts = await load('denoise-v1')
    const bytes = await fileOf('denoise-v1')
    await expect(createInFp16('denoise-v1', parts, bytes, create, () => isGpuLost)).rejects.toBe(
      failure,
    )
    expect(warn).not.toHaveBeenCalled()
  })

  it('are taken where they answer rightly', async () => {
    const loaded = await load('denoise-v1')
    const create = (bytes: Uint8Array) => loaded.ort.InferenceSession.create(bytes)
    const taken = await createInFp16('denoise-v1', loaded, await fileOf('denoise-v1'), create)
    expect(taken?.precision).toBe('fp16')
    expect(taken?.session.inputMetadata[0]).toMatchObject({ type: 'float16' })
    await taken?.session.release()
  })
})

afterEach(() => vi.restoreAllMocks())

it('the details of a job say what its networks computed in', async () => {
  const darkroom = darkroomWith({ provider: 'wasm' })
  const url = await png(gradient(24, 16))
  const { details } = await darkroom.run({ url, enhancements: ['denoise', 'light'] })
  const steps = details?.steps.map(({ operation, precision }) => [operation, precision])
  expect(steps).toEqual([
    ['decode', undefined],
    ['denoise', 'int8'],
    ['light', undefined],
    ['encode', undefined],
  ])
})

describe('a job on a GPU with fp16', () => {
  beforeEach(async (test) => {
    const adapter = await navigator.gpu?.requestAdapter()
    if (!adapter?.features.has('shader-f16')) test.skip('no GPU with fp16')
  })

  it.each([
    [undefined, 'fp16'],
    ['fp32', 'fp32'],
  ] as const)('computes in it unless it may not: %s', async (allowed, precision) => {
    const image = await noisy(gradient(21, 16))
    const options = { provider: 'webgpu', ...(allowed && { precision: allowed }) } as const
    expect(await darkroomWith(options).info()).toMatchObject({ provider: 'webgpu', precision })
    const request = { enhancements: ['denoise'] }
    const { image: onGpu, record } = await restored(image, request, options)
    const step = record.details?.steps.find(({ operation }) => operation === 'denoise')
    expect(step).toMatchObject({ model: 'denoise-v1', precision })
    expect(maxDifference(onGpu, (await restored(image, request)).image)).toBeLessThanOrEqual(2)
  })
})
