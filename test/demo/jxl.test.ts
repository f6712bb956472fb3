import { expect, test } from 'vitest'
import type { Darkroom } from '../../src/index.ts'
import { sniff } from '../../workers/codecs/formats.ts'
import {
  button,
  choose,
  develop,
  page,
  picture,
  request,
  requestNow,
  saved,
  useDemo,
} from './site.ts'

// As in the browsers that cannot show JPEG XL.
useDemo({ without: 'JXLImageFormat' })

declare const window: { darkroom: Darkroom }

/** Size and first pixel of an image, as it is shown. */
const shown = (selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((image: HTMLImageElement) => {
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
      context.drawImage(image, 0, 0)
      return [canvas.width, canvas.height, ...context.getImageData(5, 0, 1, 1).data]
    })

test('JPEG XL is written, shown as PNG where the browser cannot show it, and saved', async () => {
  await choose()
  await page.getByRole('radio', { name: '1×' }).check({ force: true })
  await page.getByRole('radio', { name: 'JPEG XL' }).check({ force: true })
  await page.getByRole('slider', { name: 'Quality' }).fill('100')
  expect(await requestNow()).toEqual({ url: 'small.png', output_format: 'jxl', quality: 100 })
  await develop()
  await page.getByText(/^64 × 48 · \d+ byte · shown as PNG$/).waitFor()
  expect(await shown('#after')).toEqual(await shown('#before'))
  const { name, bytes } = await saved()
  expect(name).toBe('small.jxl')
  expect(sniff(bytes)).toBe('jxl')
  expect(await page.evaluate(async () => (await window.darkroom.jobs()).length)).toBe(1)
})

test('and so in the gallery', async () => {
  await choose(picture(40, 30, 'one.png'), picture(20, 20, 'two.png'))
  const { urls } = await requestNow()
  await request().fill(JSON.stringify({ urls, width: 20, output_format: 'jxl' }))
  await button('Develop').click()
  await page.getByText(/^2 of 2 pictures done in/).waitFor()
  await expect.poll(async () => (await shown('.card img')).slice(0, 2)).toEqual([20, 15])
  await expect.poll(() => page.locator('.unseen-picture').count()).toBe(0)
})
