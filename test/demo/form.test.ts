import { describe, expect, test } from 'vitest'
import { fields } from '../../demo/form/field.ts'
import { basics } from '../../demo/form/groups.ts'
import type { Darkroom } from '../../src/index.ts'
import { button, choose, group, page, request, requestNow, useDemo } from './site.ts'

useDemo()

declare const window: { darkroom: Darkroom }

/** Returns the error code with which the library refuses a request, or null. */
const refusal = (request: object) =>
  page.evaluate(async (request) => {
    const url = 'data:image/png;base64,AAAA'
    const job = window.darkroom.process({ url, ...request })
    return job.then(
      ({ job }) => window.darkroom.deleteResult(job).then(() => null),
      ({ code }) => String(code),
    )
  }, request)

describe('the form', () => {
  test('has every field of the schema', async () => {
    const shown = await page
      .locator('#form [data-field]')
      .evaluateAll((all) => all.flatMap((one) => one.dataset.field?.split(' ') ?? []))
    expect(basics.filter((path) => !shown.includes(path))).toEqual([])
    expect([...fields.keys()].filter((path) => !shown.includes(path))).toEqual([])
  })

  test('writes the JSON, and what is left at its default stays out', async () => {
    await choose()
    await group('Caption').click()
    await page
      .getByRole('textbox', { name: 'Picture', exact: true })
      .fill('storage://shop/logo.png')
    await page.getByRole('radio', { name: 'top left' }).check()
    await page.getByLabel('Opacity').fill('40')
    await group('Print').click()
    await page.getByLabel('Dots per inch').fill('150')
    await page.getByLabel('Turn the paper to the picture').uncheck()
    await group('Size and fit').click()
    await page.getByLabel('Fit', { exact: true }).selectOption({ label: 'crop: center' })
    expect(await requestNow()).toEqual({
      url: 'small.png',
      width: '200%',
      caption: { url: 'storage://shop/logo.png', position: 'LT', opacity: 40 },
      dpi: 150,
      print_reorientation: false,
      fit: { crop: 'center' },
    })
    await page.getByRole('radio', { name: 'bottom right' }).check()
    await page.getByLabel('Opacity').fill('100')
    await page.getByRole('textbox', { name: 'Picture', exact: true }).fill('')
    await page.getByLabel('Dots per inch').fill('')
    await page.getByLabel('Turn the paper to the picture').check()
    await page.getByLabel('Fit', { exact: true }).selectOption({ index: 0 })
    expect(await requestNow()).toEqual({ url: 'small.png', width: '200%' })
  })

  test('follows the JSON, in any of its spellings', async () => {
    await request().fill(
      JSON.stringify({
        output_format: 'jpg',
        enhancements: ['denoise', 'light'],
        light_parameters: { level: 0.3 },
        nsfw_parameters: { thresold: 0.2 },
        webhook_url: 'https://shop.example/hook',
        caption: { position: 'TR' },
        background: { generate: { color: [1, 2, 3] } },
      }),
    )
    for (const name of ['Enhancements', 'Safety', 'Caption', 'Generative', 'Source, target'])
      await group(name).click()
    expect(await page.getByRole('checkbox', { name: /^denoise/ }).isChecked()).toBe(true)
    expect(await page.getByRole('checkbox', { name: /^deblur/ }).isChecked()).toBe(false)
    expect(await page.getByLabel('Light: level').inputValue()).toBe('0.3')
    expect(await page.getByLabel('Threshold').inputValue()).toBe('0.2')
    expect(await page.getByLabel('Webhook').inputValue()).toBe('https://shop.example/hook')
    expect(
      await page
        .getByRole('radiogroup', { name: 'Position' })
        .first()
        .getByRole('radio', { name: 'top right' })
        .isChecked(),
    ).toBe(true)
    expect(await page.getByLabel('Tint').inputValue()).toBe('1, 2, 3')
  })

  test('shows the parameters of an enhancement once it is asked for', async () => {
    await choose()
    await group('Enhancements').click()
    const kind = page.getByRole('radiogroup', { name: 'Light: kind' })
    const level = page.getByRole('slider', { name: 'Light: level' })
    expect([await kind.isVisible(), await level.isVisible()]).toEqual([false, false])
    await page.getByRole('checkbox', { name: /^light/ }).check()
    expect(await kind.getByRole('radio', { name: 'hdr light advanced' }).isChecked()).toBe(true)
    await kind.getByRole('radio', { name: 'contrast' }).check({ force: true })
    await level.fill('0.3')
    const asked = { url: 'small.png', width: '200%', enhancements: ['light'] }
    expect(await requestNow()).toEqual({
      ...asked,
      light_parameters: { type: 'contrast', level: 0.3 },
    })
    await kind.getByRole('radio', { name: 'hdr light advanced' }).check({ force: true })
    await level.fill('1')
    expect(await requestNow()).toEqual(asked)
    await page.getByRole('checkbox', { name: /^light/ }).uncheck()
    expect([await kind.isVisible(), await level.isVisible()]).toEqual([false, false])
  })

  test('marks exactly what the library refuses', async () => {
    await group('Enhancements').click()
    const codes = { 'not yet': 'NOT_SUPPORTED', remote: 'REMOTE_NOT_CONFIGURED' }
    for (const name of fields.get('enhancements')?.options ?? []) {
      const row = page.locator('label.check', { has: page.locator(`input[value=${name}]`) })
      const [tag] = await row.locator('.tag').allTextContents()
      expect([name, await refusal({ enhancements: [name] })]).toEqual([
        name,
        tag ? codes[tag as keyof typeof codes] : null,
      ])
    }
    const options = page.locator('#field-background-remove option')
    const marked = (await options.allTextContents()).slice(1).map((text) => {
      const [remove, tag] = text.split(' · ')
      return { remove, code: tag ? codes[tag as keyof typeof codes] : null }
    })
    for (const { remove, code } of marked)
      expect([remove, await refusal({ background: { remove } })]).toEqual([remove, code])
    expect(marked.at(-1)).toEqual({ remove: 'generative', code: 'REMOTE_NOT_CONFIGURED' })
  })

  test('shows an error at its field, and links to it', async () => {
    await choose()
    await request().fill('{ "url": "small.png", "caption": { "url": "data:,", "opacity": 140 } }')
    const note = page.locator('[data-field="caption.opacity"] .field-note')
    await note.getByText('Expected a number from 0 to 100').waitFor()
    await page.getByRole('alert').getByRole('button', { name: 'caption.opacity' }).click()
    expect(await page.getByLabel('Opacity').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Opacity').fill('90')
    await note.waitFor({ state: 'detached' })
  })
})

describe('presets', () => {
  test('are found by any word, chosen, and cleared', async () => {
    await choose()
    await group('Preset').click()
    await page.getByPlaceholder('Search presets').fill('colours rose')
    expect(await page.getByRole('radio', { name: /rose/i }).count()).toBe(1)
    expect(await page.getByText('Ring on hand mid distance').isVisible()).toBe(false)
    await page.getByRole('radio', { name: /Dusty rose/ }).check()
    expect(await requestNow()).toEqual({ url: 'small.png', preset: 'solid-colors-dusty-rose' })
    await button('Clear').click()
    expect(await requestNow()).toEqual({ url: 'small.png' })
    await page.getByPlaceholder('Search presets').fill('nothing like that')
    await page.getByText('None has a name like that.').waitFor()
  })
})
