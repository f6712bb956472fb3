import { expect, test } from 'vitest'
import {
  button,
  choose,
  develop,
  download,
  openOnPhone,
  page,
  picture,
  requestNow,
  useDemo,
} from './site.ts'

useDemo()

const pressed = async () =>
  (await page.locator('#flip [aria-pressed=true]').allTextContents()).join()
const address = () => download().getAttribute('href')
const jobs = () => page.evaluate(async () => (await window.darkroom.jobs()).length)

declare const window: { darkroom: { jobs(): Promise<unknown[]> } }

test('which upscaler was taken is said, and the other is one click away', async () => {
  await choose(picture(24, 16))
  expect(await page.locator('#flip').isVisible()).toBe(false)
  await develop()
  await page.getByText('Enlarged faithfully, as it looks clean.').waitFor()
  expect(await pressed()).toBe('Faithful')
  const faithful = await address()

  await button('Zoom in').click()
  const zoom = await page.locator('#zoom-fit').textContent()
  await button('Restored').click()
  await page.getByText(/^Done in .* Restored\./).waitFor()
  expect(await pressed()).toBe('Restored')
  const restored = await address()
  expect(restored).not.toBe(faithful)
  expect(await page.locator('#zoom-fit').textContent()).toBe(zoom)
  expect(await requestNow()).not.toHaveProperty('upscale_parameters')

  await button('Faithful').click()
  expect([await pressed(), await address(), await jobs()]).toEqual(['Faithful', faithful, 2])
  await button('Restored').click()
  expect([await pressed(), await address(), await jobs()]).toEqual(['Restored', restored, 2])

  await choose(picture(20, 10, 'other.png'))
  expect(await page.locator('#flip').isVisible()).toBe(false)
})

test.each(['en-GB', 'de-DE'])('on a phone nothing covers it, nor the image: %s', async (locale) => {
  await openOnPhone(locale)
  await page.locator('#sample').click()
  await page.getByRole('button', { name: /^(Develop|Entwickeln)$/ }).click()
  await page.locator('#flip').waitFor()
  const box = async (selector: string) => {
    const found = await page.locator(selector).boundingBox()
    return found ?? { x: 0, y: 0, width: 0, height: 0 }
  }
  const overlap = (a: Awaited<ReturnType<typeof box>>, b: typeof a) =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  const view = await box('#view')
  const back = await box('#back')
  const flip = await box('#flip')
  const zoom = await box('#zoom-in')
  expect([
    overlap(back, flip),
    overlap(back, zoom),
    overlap(view, back),
    overlap(view, flip),
  ]).toEqual([false, false, false, false])
})
