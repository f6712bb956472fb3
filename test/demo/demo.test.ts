import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import {
  button,
  choose,
  develop,
  divider,
  download,
  group,
  openOnPhone,
  overflow,
  page,
  picture,
  request,
  requestNow,
  saved,
  transferOf,
  useDemo,
} from './site.ts'

useDemo()

const useSample = () => page.getByRole('button', { name: /sample/ }).click()

describe('the page', () => {
  test('holds window.darkroom within 5 s, isolated, and says what computes', async () => {
    await page.waitForFunction(() => 'darkroom' in window, null, { timeout: 5000 })
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
    const badge = page.locator('summary', { hasText: /WASM · \d+ threads?|WebGPU/ })
    await badge.click()
    await page.getByText('Why', { exact: true }).waitFor()
  })

  test('fits a phone', async () => {
    await openOnPhone()
    expect(await overflow()).toBeLessThanOrEqual(0)
    await choose()
    await page.getByRole('radio', { name: 'Custom' }).tap({ force: true })
    await develop()
    expect(await overflow()).toBeLessThanOrEqual(0)
    expect(
      await divider()
        .boundingBox()
        .then((box) => box && box.y < 844),
    ).toBe(true)
    const barIsInView = () =>
      page.evaluate(() => {
        scrollTo({ top: 0, behavior: 'instant' })
        const { top = 0 } = document.querySelector('#action')?.getBoundingClientRect() ?? {}
        return top < innerHeight
      })
    expect(await barIsInView()).toBe(true)
    // Turned, it would cover a third of what there is to see.
    await page.setViewportSize({ width: 844, height: 390 })
    await expect.poll(barIsInView).toBe(false)
  })
})

describe('a run', () => {
  test('a task asks for a picture and runs; another one runs on the same', async () => {
    await page.getByLabel('Shrink').setInputFiles(picture(640, 480))
    await download().waitFor()
    expect(await requestNow()).toEqual({
      url: 'small.png',
      max_length: 1600,
      max_file_size: '300KB',
    })
    await button('Remove background').click()
    await page
      .getByText('Removing the background, Cutting it out · PNG, keeps transparency')
      .waitFor()
    await download().waitFor()
    expect(await requestNow()).toEqual({ url: 'small.png', background: { remove: 'auto' } })
  })

  test('develops the sample, shows before and after, offers the file, contacts nobody', async () => {
    const hosts = new Set<string>()
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url())
      if (protocol !== 'blob:' && protocol !== 'data:') hosts.add(host)
    })
    await useSample()
    await page.getByText('384 × 256 becomes 1536 × 1024 pixels').waitFor()
    await page.getByRole('radio', { name: 'PNG' }).check({ force: true })
    await develop()
    await page.getByText(/^1536 × 1024 · [\d.]+ [kM]B$/).waitFor()
    const { name, bytes } = await saved()
    const { width, height } = PNG.sync.read(bytes)
    expect({ name, width, height }).toEqual({ name: 'parrots.png', width: 1536, height: 1024 })
    const record = JSON.parse(await page.getByLabel('Record as JSON').inputValue())
    expect(record).toMatchObject({ status: 'complete', file_name: 'parrots.png' })
    await page.locator('#view').hover({ position: { x: 300, y: 200 } })
    await page.locator('#lens').waitFor()
    const lens = await page.locator('#lens img').evaluateAll((images) =>
      images.map((image) => {
        const { width, left } = image.getBoundingClientRect()
        return [width, left - (image.parentElement?.getBoundingClientRect().left ?? 0)]
      }),
    )
    expect(lens[0]).toEqual([1536, expect.closeTo(lens[1]?.[1] ?? 0, 0)])
    await button('Lens').click()
    await page.locator('#view').hover({ position: { x: 320, y: 200 } })
    expect(await page.locator('#lens').isVisible()).toBe(false)
    expect([...hosts]).toEqual([new URL(page.url()).host])
  })

  test('takes a picture by drop and by paste', async () => {
    const dataTransfer = await transferOf({ ...picture(), name: 'dropped.png' })
    await page.locator('body').dispatchEvent('drop', { dataTransfer })
    await page.getByText('64 × 48 becomes 128 × 96 pixels').waitFor()
    await page.getByText('dropped.png').first().waitFor()
    const pasted = await transferOf({ ...picture(20, 10), name: 'pasted.png' })
    await pasted.evaluate((clipboardData) => {
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    })
    await page.getByText('20 × 10 becomes 40 × 20 pixels').waitFor()
  })

  test('can be cancelled in the middle, by button and by Escape', async () => {
    await choose(picture(640, 400))
    await page.getByRole('radio', { name: '4×' }).check({ force: true })
    for (const cancel of [() => button('Cancel').click(), () => page.keyboard.press('Escape')]) {
      await button('Develop').click()
      await page.getByText('Step 2 of 3: Upscaling').first().waitFor()
      await page.locator('[role=progressbar][aria-valuenow]').waitFor()
      await cancel()
      await page.getByText('Cancelled.').waitFor()
      expect(await download().count()).toBe(0)
    }
  })

  test('is cancelled by Escape only where no control has a use for the key', async () => {
    await choose(picture(384, 256))
    await page.getByRole('radio', { name: '4×' }).check({ force: true })
    await group('Preset').click()
    const search = page.getByRole('searchbox', { name: 'Search presets' })
    await button('Develop').click()
    await search.fill('document')
    await search.press('Escape')
    await page.waitForTimeout(300)
    expect([await search.inputValue(), await button('Cancel').isVisible()]).toEqual(['', true])
    await page.getByRole('radio', { name: '4×' }).press('Escape')
    await page.getByText('Cancelled.').waitFor()
  })

  test('is cancelled at once where its step takes long', async () => {
    await choose(picture(4000, 3000))
    await page.getByRole('radio', { name: '1×' }).check({ force: true })
    await page.getByRole('radio', { name: 'AVIF' }).check({ force: true })
    await button('Develop').click()
    await page
      .getByText(/: Writing the file$/)
      .first()
      .waitFor()
    await button('Cancel').click()
    await page.getByText('Cancelled.').waitFor({ timeout: 2000 })
  })

  test('runs what the JSON says, and the form follows it', async () => {
    await choose()
    await request().fill('{ "url": "small.png", "width": 100, "output_format": "jpg" }')
    expect(await page.getByLabel('Width', { exact: true }).inputValue()).toBe('100')
    expect(await page.getByRole('radio', { name: 'JPEG', exact: true }).isChecked()).toBe(true)
    await develop()
    await page.getByText(/^100 × 75 · /).waitFor()
    expect((await saved()).name).toBe('small.jpg')
  })

  test('in several sizes is shown in one of them', async () => {
    await choose()
    await request().fill('{ "url": "small.png", "sizes": [16, 32] }')
    await develop()
    await page.locator('#after-caption', { hasText: '32 × 24' }).waitFor()
    await choose(picture(20, 10, 'other.png'))
    await button('Jobs').click()
    await button('Open small.png').click()
    await page.locator('#after-caption', { hasText: '32 × 24' }).waitFor()
  })
})

describe('errors', () => {
  test('an invalid width is shown with its field', async () => {
    await choose()
    await request().fill('{ "url": "small.png", "width": "wide" }')
    await button('Develop').click()
    const alert = page.getByRole('alert')
    await alert.getByText('Expected a positive number of pixels').waitFor()
    await alert.getByText('width', { exact: true }).waitFor()
    expect(await page.getByLabel('Width', { exact: true }).getAttribute('aria-invalid')).toBe(
      'true',
    )
  })

  test('invalid JSON is shown in place, and nothing runs', async () => {
    await choose()
    await request().fill('{ "url": ')
    await button('Develop').click()
    expect(await request().getAttribute('aria-invalid')).toBe('true')
    expect(await button('Cancel').isVisible()).toBe(false)
  })

  test('a file that is not an image is reported, and the next one works', async () => {
    await choose({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await page.getByRole('alert').getByText('is not a picture').waitFor()
    await page.getByText('This browser cannot show').waitFor()
    await page.getByLabel('Open another picture').setInputFiles(picture())
    await page.getByText('64 × 48 becomes 128 × 96 pixels').waitFor()
    expect(await page.getByRole('alert').isVisible()).toBe(false)
  })
})

describe('by keyboard', () => {
  test('runs a picture, moves the divider and zooms', async () => {
    await choose()
    await request().focus()
    await page.getByRole('radio', { name: '2×' }).focus()
    await page.keyboard.press('Enter')
    await download().waitFor()
    await divider().focus()
    const now = async () => Number(await divider().getAttribute('aria-valuenow'))
    expect(await now()).toBe(50)
    await page.keyboard.press('ArrowRight')
    expect(await now()).toBe(52)
    await page.keyboard.press('Shift+ArrowLeft')
    expect(await now()).toBe(42)
    await page.keyboard.press('End')
    expect(await now()).toBe(100)

    const zoom = page.getByRole('button', { name: /^Fit to the window/ })
    const fitted = await zoom.textContent()
    await page.keyboard.press('+')
    expect(await zoom.textContent()).not.toBe(fitted)
    await page.keyboard.press('0')
    expect(await zoom.textContent()).toBe(fitted)
  })
})

describe('by hand', () => {
  test('a drag moves the divider, the wheel zooms, a drag then moves the picture', async () => {
    await choose()
    await develop()
    const box = await page.getByRole('region', { name: /^Picture\. Plus/ }).boundingBox()
    if (!box) throw new Error('Expected the picture to be seen')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 100, y, { steps: 4 })
    await page.mouse.up()
    expect(Number(await divider().getAttribute('aria-valuenow'))).toBeGreaterThan(55)

    const place = () => page.locator('#after').evaluate((image) => image.style.transform)
    const fitted = await place()
    await page.mouse.move(x - 150, y)
    await page.mouse.wheel(0, -1500)
    await expect.poll(place).not.toBe(fitted)
    const zoomed = await place()
    await page.mouse.down()
    await page.mouse.move(x - 190, y - 30, { steps: 4 })
    await page.mouse.up()
    expect(await place()).not.toBe(zoomed)
    expect(await page.locator('#before').evaluate((image) => image.style.transform)).toBe(
      await place(),
    )
  })
})
