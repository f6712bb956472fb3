import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { button, choose, develop, divider, page, picture, request, useDemo } from './site.ts'

useDemo()

/** A picture that looks different from each side. */
function slope(width: number, height: number) {
  const png = new PNG({ width, height })
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      png.data.set([(x / width) * 255, (y / height) * 255, 0, 255], (y * width + x) * 4)
  return { ...picture(), buffer: PNG.sync.write(png) }
}

/** The stage with the divider at one of its ends. */
async function seen(end: 'Home' | 'End') {
  await divider().press(end)
  return PNG.sync.read(await page.locator('#view').screenshot())
}

/** The mean difference of two pictures. */
function difference(a: PNG, b: PNG): number {
  let sum = 0
  for (let i = 0; i < a.data.length; i++)
    sum += Math.abs((a.data[i] as number) - (b.data[i] as number))
  return sum / a.data.length
}

const crop = { x: '50%', y: 0, width: 30, height: 24 }

test.each([
  { rotate: 90 },
  { flip: 'horizontal' },
  { crop },
  { crop, rotate: 270, flip: 'vertical' },
  { crop, rotate: '90', flip: 'both', width: '200%' },
])('a source is compared as its result is framed: %j', async (fields) => {
  await choose(slope(60, 40))
  await request().fill(JSON.stringify({ url: 'small.png', output_format: 'png', ...fields }))
  await develop()
  const [before, after] = [await seen('End'), await seen('Home')]
  expect(difference(before, after)).toBeLessThan(1)
  await choose(slope(60, 40))
  expect(
    difference(PNG.sync.read(await page.locator('#view').screenshot()), after),
  ).toBeGreaterThan(2)
})

test('so does the lens, and the comparison of one of several', async () => {
  await choose(slope(1600, 1200), { ...slope(1200, 1200), name: 'other.png' })
  const fields = { output_format: 'png', rotate: 90, flip: 'vertical' }
  await request().fill(JSON.stringify({ urls: ['small.png', 'other.png'], ...fields }))
  await button('Develop').click()
  await page.locator('.card[data-status=complete]').nth(1).waitFor()
  await page.locator('.card button').first().click()
  await divider().waitFor()
  expect(difference(await seen('End'), await seen('Home'))).toBeLessThan(2)
  await page.locator('#view').hover({ position: { x: 440, y: 200 } })
  const halves = await page.locator('#lens .half').all()
  expect(halves).toHaveLength(2)
  const [before, after] = await Promise.all(halves.map((half) => half.screenshot()))
  expect(difference(PNG.sync.read(before as Buffer), PNG.sync.read(after as Buffer))).toBeLessThan(
    12,
  )
})
