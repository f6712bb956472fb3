import { expect, test } from 'vitest'
import type { Report } from '../../bench/pages/measure/report.ts'
import { button, page, useDemo } from './site.ts'

useDemo()

/** Chromium tells of memory when it collects garbage, seconds later. */
const withoutMemory = 'delete Performance.prototype.measureUserAgentSpecificMemory'

test('networks are measured on this machine: a table, bars, and JSON', async () => {
  await page.addInitScript({ content: withoutMemory })
  await page.goto(new URL('measure.html', page.url()).href)
  await page.getByText(/^GPU: |^This browser offers no GPU/).waitFor()
  // On a GPU in software it would take minutes.
  for (const name of ['WebGPU fp16', 'WebGPU fp32'])
    expect(await page.getByLabel(name).isChecked()).toBe(false)
  await page.getByText('Networks', { exact: true }).click()
  for (const box of await page.locator('[name=network]').all()) await box.uncheck()
  await page.getByLabel('denoise-v1').check()
  await page.getByLabel('nsfw').check()
  await button('Measure').click()
  await page.getByText('Done.', { exact: true }).waitFor({ timeout: 60_000 })

  const report: Report = JSON.parse(await page.getByLabel('Results as JSON').inputValue())
  expect(report).toMatchObject({ side: 192, measured: [{ provider: 'wasm', precision: 'fp32' }] })
  const [denoise, nsfw] = report.measured[0]?.networks ?? []
  expect(denoise?.network).toBe('denoise-v1')
  // The step is the network and little more; the job is the step and more.
  expect(denoise?.step).toBeGreaterThan(0)
  expect((denoise?.step ?? 0) / (denoise?.bare ?? 0)).toBeGreaterThan(0.3)
  expect(denoise?.job).toBeGreaterThan(denoise?.step ?? Number.NaN)
  expect(nsfw).toMatchObject({ network: 'nsfw', job: expect.any(Number) })
  expect(nsfw).not.toHaveProperty('bare')

  const why = 'the only GPU adapter is software'
  expect(report.auto).toMatchObject({ provider: 'wasm', why })
  await page.getByText(`By itself Darkroom computes on WASM: ${why}`).waitFor()

  const row = page.getByRole('row', { name: /^denoise-v1/ })
  const [, shown, unit] = /([\d.]+) (m?s)\/MP/.exec(await row.innerText()) ?? []
  const ms = Number(shown) * (unit === 's' ? 1000 : 1)
  expect(ms / ((denoise?.step ?? 0) / 0.036864)).toBeCloseTo(1, 1)
  expect(await page.locator('#chart .bar').count()).toBe(2)
})

test('fp16 is offered where the GPU has it', async () => {
  const url = new URL('measure.html', page.url()).href
  const adapter = (features: string[]) => {
    const info = { vendor: 'acme', architecture: 'gpu', isFallbackAdapter: false }
    Object.defineProperty(navigator.gpu, 'requestAdapter', {
      configurable: true,
      value: async () => ({ features: new Set(features), info }),
    })
  }
  await page.addInitScript(adapter, ['subgroups'])
  await page.goto(url)
  await page.getByText('GPU: acme gpu, no fp16').waitFor()
  expect(await page.getByLabel('WebGPU fp16').isEnabled()).toBe(false)
  expect(await page.getByLabel('WebGPU fp32').isChecked()).toBe(true)

  await page.addInitScript(adapter, ['subgroups', 'shader-f16'])
  await page.goto(url)
  await page.getByText('GPU: acme gpu', { exact: true }).waitFor()
  expect(await page.getByLabel('WebGPU fp16').isChecked()).toBe(true)
  expect(await page.getByLabel('WebGPU fp32').isChecked()).toBe(true)
})
