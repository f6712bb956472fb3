import { describe, expect, test, vi } from 'vitest'
import {
  button,
  download,
  openOnPhone,
  overflow,
  page,
  request,
  requestNow,
  useDemo,
} from './site.ts'

useDemo({ shared: true })

const thumbnail = (fault: string) =>
  page.getByRole('list', { name: 'Or see what' }).getByRole('button', { name: fault })

/**
 * Goes back to the samples first. A run that ends after that shows its sample again, which hides the others, and may stay
 * until the next one has come.
 */
const amongSamples = (act: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      const back = button('← Other samples')
      if (await back.isVisible()) await back.click()
      await act()
    },
    { timeout: 30_000 },
  )

const choose = (fault: string) => amongSamples(() => thumbnail(fault).click({ timeout: 1_000 }))

/** Returns the natural size of a displayed image. */
const shown = async (selector: string) => {
  const image = page.locator(selector)
  await image.waitFor()
  return image.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  })
}

const text = { type: 'text_x4' }
const balance = { level: 1 }

describe('a sample', () => {
  test.each([
    ['Cut out', [480, 360], { url: 'parrot.jpg', background: { remove: 'auto' } }],
    ['Faces', [240, 160], { url: 'face.jpg', width: '200%', enhancements: ['face_enhance'] }],
    ['Noise', [480, 320], { url: 'night.jpg', enhancements: ['denoise', 'light', 'color'] }],
    ['Blur', [480, 320], { url: 'blurred.jpg', enhancements: ['deblur'] }],
    ['Old upscale', [480, 320], { url: 'upscaled.jpg', enhancements: ['clean'] }],
    ['Bad scan', [480, 600], { url: 'scan.jpg', preset: 'enhance_document' }],
    ['Small text', [240, 170], { url: 'screenshot.png', width: '400%', upscale_parameters: text }],
    [
      'Colour cast',
      [480, 360],
      { url: 'cast.jpg', enhancements: ['white_balance'], white_balance_parameters: balance },
    ],
    ['Backlit', [480, 360], { url: 'backlit.jpg', enhancements: ['light', 'exposure_correction'] }],
  ])('of %s is shown, with the request for it', async (fault, size, request) => {
    await choose(fault)
    await expect.poll(requestNow).toEqual(request)
    await expect.poll(() => shown('#before')).toEqual(size)
  })

  test('runs at once, by a click and by an address', async () => {
    await choose('Colour cast')
    await download().waitFor()
    await page.goto(new URL('?sample=backlit', page.url()).href)
    await download().waitFor()
    expect(await requestNow()).toMatchObject({ url: 'backlit.jpg' })
  })

  test('comes back by Develop, and where its run ends after Back', async () => {
    await choose('Blur')
    await button('← Other samples').click()
    await download().waitFor()
    expect(await shown('#before')).toEqual([480, 320])
    await button('← Other samples').click()
    await button('Develop').click()
    expect(await shown('#before')).toEqual([480, 320])
    expect(await button('← Other samples').isVisible()).toBe(true)
    await download().waitFor()
  })

  test('leaves nothing of its request to the next one', async () => {
    await choose('Small text')
    await button('← Other samples').click()
    await choose('Blur')
    await expect.poll(requestNow).toEqual({ url: 'blurred.jpg', enhancements: ['deblur'] })
  })

  test('that arrives late leaves alone what was changed meanwhile', async () => {
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route(/night/, (route) => arrived.then(() => route.continue()))
    await choose('Noise')
    await request().fill('{ "height": 100 }')
    arrive()
    await expect.poll(requestNow).toEqual({ url: 'night.jpg', height: 100 })
    await expect.poll(() => shown('#before')).toEqual([480, 320])
    await page.unroute(/night/)
  })

  test('shows the parameters that matter, and no others', async () => {
    await choose('Noise')
    await page.getByRole('slider', { name: 'Light: level' }).waitFor()
    await page.getByRole('radiogroup', { name: 'Denoise: version' }).waitFor()
    expect(await page.getByRole('radiogroup', { name: 'Deblur: version' }).isVisible()).toBe(false)
    await button('← Other samples').click()
    await choose('Small text')
    await page.getByRole('radiogroup', { name: 'Upscaler', exact: true }).waitFor()
    expect(await page.getByRole('radio', { name: 'text x4' }).isChecked()).toBe(true)
    expect(await page.getByRole('slider', { name: 'Light: level' }).isVisible()).toBe(false)
  })

  test('can be opened and closed by keyboard', async () => {
    await page.goto(new URL('.', page.url()).href)
    await thumbnail('Noise').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await shown('#before')).toEqual([480, 320])
    expect(await requestNow()).toMatchObject({ url: 'blurred.jpg' })
    // A run that ends after Back shows its sample again, which takes the focus away.
    await download().waitFor()
    await button('← Other samples').press('Enter')
    const isFocused = () => thumbnail('Blur').evaluate((it) => it === document.activeElement)
    await expect.poll(isFocused).toBe(true)
  })

  test('is fully visible on a phone, and has an alternative text', async () => {
    await openOnPhone()
    const images = page.locator('#samples img')
    expect(await images.count()).toBe(9)
    for (const image of await images.all()) {
      await image.scrollIntoViewIfNeeded()
      await expect
        .poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth))
        .toBeGreaterThan(0)
      expect(await image.getAttribute('alt')).toMatch(/\w+ \w+/)
    }
    const words = page.locator('#samples span')
    expect(
      await words.evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth).length),
    ).toBe(0)
    expect(await overflow()).toBeLessThanOrEqual(0)
  })
})
