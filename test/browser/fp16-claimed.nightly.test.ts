import { beforeEach, describe, expect, it, vi } from 'vitest'
import { check } from '../../workers/inference/gpu/check.ts'
import { Sessions } from '../../workers/inference/sessions.ts'

describe('a GPU that only says that it has fp16', () => {
  beforeEach(async (test) => {
    const adapter = await navigator.gpu?.requestAdapter()
    if (!adapter) return test.skip('no GPU adapter')
    if (adapter.features.has('shader-f16')) return test.skip('a GPU that has it')
    const features = new Set(['shader-f16'])
    vi.spyOn(GPUDevice.prototype, 'features', 'get').mockReturnValue(features)
  })

  it('computes in fp32', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const sessions = new Sessions('webgpu')
    expect((await sessions.open()).device.precision).toBe('fp16')
    const loaded = await sessions.load('denoise-v1', () => {})
    expect(loaded.precision).toBe('fp32')
    expect(warn).toHaveBeenCalledWith('Darkroom: denoise-v1 computes in fp32', expect.anything())
    const { ok, precision, difference } = await check('denoise-v1', loaded)
    expect({ ok, precision }).toEqual({ ok: true, precision: 'fp32' })
    expect(difference).toBeLessThan(1e-4)
    // One that is declared as fp32: fp16 is not tried.
    expect((await sessions.load('span-x2', () => {})).precision).toBe('fp32')
    expect(warn).toHaveBeenCalledTimes(1)
  })

  it('is not asked for it where fp32 is wanted', async () => {
    const { device } = await new Sessions('webgpu', undefined, { precision: 'fp32' }).open()
    expect(device.precision).toBe('fp32')
  })
})
