import { expect, it } from 'vitest'
import { fromPng, png } from '../../scripts/lib/pictures.ts'
import type { Darkroom } from '../../src/darkroom.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { LazyDarkroom } from '../../src/lazy-darkroom.ts'
import { gradient, maxDifference } from '../browser/pictures.ts'
import { undisturbed, withFaultyWorker } from './faults.ts'

const request: ProcessingRequest = {
  url: await png(gradient(24, 16)),
  enhancements: ['denoise'],
  width: '200%',
  upscale_parameters: { mode: 'faithful' },
  output_format: 'png',
}

async function run(darkroom: Darkroom) {
  const { job, details, warnings } = await darkroom.run(request)
  const image = await fromPng((await darkroom.file(job)).blob)
  darkroom.dispose()
  const steps = details?.steps.map(({ operation, cached = false }) => ({ operation, cached }))
  return { provider: details?.provider, steps, warnings: warnings.map(({ code }) => code), image }
}

it('another device goes on where the GPU was lost', { timeout: 600_000 }, async (test) => {
  if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
  const environment = withFaultyWorker('a GPU that is lost in the second step')
  const { image, ...outcome } = await run(new LazyDarkroom({ provider: 'webgpu' }, environment))
  const steps = [
    { operation: 'decode', cached: true },
    { operation: 'denoise', cached: true },
    { operation: 'upscale', cached: false },
    { operation: 'encode', cached: false },
  ]
  expect(outcome).toEqual({ provider: 'webgpu', steps, warnings: ['DEVICE_LOST'] })
  const expected = await run(new LazyDarkroom({ provider: 'wasm' }, undisturbed()))
  expect(maxDifference(image, expected.image)).toBeLessThanOrEqual(2)
})
