import { expect, test } from 'vitest'
import { openWithout, run, usePage } from './missing-apis.ts'

usePage({ provider: 'webgpu' })

test('a GPU computes whose device says nothing of its adapter', async () => {
  const page = await openWithout('delete GPUDevice.prototype.adapterInfo')
  expect(await page.evaluate(run, { width: '200%' } as const)).toMatchObject({
    status: 'complete',
    provider: 'webgpu',
  })
})
