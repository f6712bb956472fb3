import { expect, it } from 'vitest'
import { Darkroom } from '../../src/darkroom.ts'
import type { ProcessingRequest } from '../../src/index.ts'
import { fromPng, gradient, maxDifference, png } from '../browser/pictures.ts'
import { undisturbed, withFaultyWorker } from './faults.ts'

const request: ProcessingRequest = {
  url: await png(gradient(24, 16)),
  enhancements: ['denoise'],
  width: '200%',
  upscale_parameters: { mode: 'faithful' },
  output_format: 'png',
}

it('a GPU that is lost at work: WASM gives the pixels', { timeout: 600_000 }, async (test) => {
  if (!(await navigator.gpu?.requestAdapter())) return test.skip('no GPU adapter')
  const run = async (darkroom: Darkroom) => {
    const record = await darkroom.run(request)
    const image = await fromPng((await darkroom.file(record.job)).blob)
    darkroom.dispose()
    return { record, image }
  }
  const lost = withFaultyWorker('a GPU that is lost at work')
  const { record, image } = await run(new Darkroom({ provider: 'webgpu' }, lost))
  expect(record.warnings.map(({ code }) => code)).toEqual(['DEVICE_LOST'])
  expect(record.details?.provider).toBe('wasm')
  const expected = await run(new Darkroom({ provider: 'wasm' }, undisturbed()))
  expect(maxDifference(image, expected.image)).toBe(0)
})
