import { expect, test } from 'vitest'
import type { Report } from '../../bench/pages/measure/report.ts'
import { button, page, useDemo } from './site.ts'

useDemo()

test('a network that the GPU computes wrongly is told, and has no times of it', async () => {
  const wrong = `if (self.GPUBuffer) {
    const { getMappedRange } = GPUBuffer.prototype
    GPUBuffer.prototype.getMappedRange = function (...args) {
      const range = getMappedRange.apply(this, args)
      if (this.usage & GPUBufferUsage.MAP_READ) new Uint8Array(range).fill(0)
      return range
    }
  }`
  await page.route(/engine\.worker/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${wrong}\n${await response.text()}` })
  })
  await page.goto(new URL('measure.html', page.url()).href)
  await page.getByText(/^GPU: /).waitFor()
  await page.getByText('Networks', { exact: true }).click()
  for (const box of await page.locator('[name=network], [name=target]').all()) await box.uncheck()
  await page.getByLabel('denoise-v1').check()
  await page.getByLabel('WebGPU fp32').check()
  await button('Measure').click()
  await page.getByText('Done.', { exact: true }).waitFor({ timeout: 60_000 })
  await page.getByRole('row', { name: 'denoise-v1 WebGPU fp32 fails' }).waitFor()
  const report: Report = JSON.parse(await page.getByLabel('Results as JSON').inputValue())
  expect(report.measured).toMatchObject([{ networks: [], failed: ['denoise-v1'] }])
})
