import { expect, test } from 'vitest'
import {
  button,
  choose,
  develop,
  download,
  openOnPhone,
  overlapping,
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

test('on a phone nothing covers it, nor the image, in the language of longer words', async () => {
  await openOnPhone('de-DE')
  await page.locator('#sample').click()
  await page.getByText(/^Fertig in /).waitFor()
  await page.locator('#flip').waitFor()
  const pairs = ['#back #flip', '#back #zoom-in', '#view #back', '#view #flip']
  expect(await overlapping(...pairs)).toEqual([])
})
