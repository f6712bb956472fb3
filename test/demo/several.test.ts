import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  button,
  choose,
  develop,
  divider,
  download,
  openOnPhone,
  overflow,
  page,
  picture,
  request,
  requestNow,
  useDemo,
} from './site.ts'

useDemo()

const noPicture = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
const view = (name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name }).click()
const rows = (list: string) => page.getByRole('list', { name: list }).getByRole('listitem')

/** The next file of the browser's own storage is read only once `arrive` is called. */
const delayNextFile = () =>
  page.evaluate(() => {
    const { prototype } = FileSystemFileHandle
    const { getFile } = prototype
    prototype.getFile = async function () {
      prototype.getFile = getFile
      await new Promise((resolve) => document.addEventListener('arrive', resolve, { once: true }))
      return getFile.call(this)
    }
  })
/** Opens `slow.png` of a storage with these files; it is read only once `arrive` is called. */
async function useLateFile(files: ReturnType<typeof picture>[]): Promise<void> {
  await view('Storages')
  await page.getByLabel('Name').fill('shop')
  await button('Add the storage').click()
  await page.getByLabel('Add files to shop').setInputFiles(files)
  await page.getByText(/^slow\.png · /).waitFor()
  await delayNextFile()
  await button('Use slow.png').click()
}
const arrive = () =>
  page.evaluate(async () => {
    document.dispatchEvent(new Event('arrive'))
    await new Promise((resolve) => setTimeout(resolve, 300))
  })

describe('several pictures', () => {
  test('are one request; each has a state, its own before and after, and a file', async () => {
    await choose(picture(40, 30, 'one.png'), noPicture, picture(20, 20, 'two.png'))
    expect(JSON.parse(await request().inputValue()).urls).toEqual([
      'one.png',
      'notes.png',
      'two.png',
    ])
    await button('Develop').click()
    await page.getByText(/^2 of 3 pictures done in .* 1 failed\.$/).waitFor()
    const gallery = page.getByRole('region', { name: 'Pictures' })
    await gallery.getByText(/^80 × 60 · /).waitFor()
    await gallery.getByText(/^Expected an image/).waitFor()
    const saving = page.waitForEvent('download')
    await gallery.getByRole('link', { name: 'Save two.png' }).click()
    expect((await saving).suggestedFilename()).toBe('two.png')
    // Without it the browser asks for a place, which no test can answer.
    await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
    const zipping = page.waitForEvent('download')
    await button('Save all as a zip').click()
    expect((await zipping).suggestedFilename()).toBe('darkroom.zip')
    const zip = readFileSync(await (await zipping).path()).toString('latin1')
    expect(zip.match(/(one|two|notes)\.png/g)).toEqual(['one.png', 'two.png', 'one.png', 'two.png'])
    await button('Open one.png').click()
    await page.getByText(/^40 × 30 · one.png/).waitFor()
    await page
      .getByText(/^80 × 60 · /)
      .last()
      .waitFor()
    expect(await page.getByRole('slider', { name: /^Divider/ }).isVisible()).toBe(true)
    await button('← All pictures').click()
    expect(await gallery.isVisible()).toBe(true)
  })
})

test('several that are cancelled are as before, and one that failed says so', async () => {
  await choose(noPicture, picture(240, 180, 'one.png'), picture(240, 180, 'two.png'))
  await button('Develop').click()
  await page.locator('#progress-detail', { hasText: '1 failed' }).waitFor()
  expect(await page.locator('#progress-step').textContent()).toBe('0 of 3 pictures done')
  await button('Cancel').click()
  await page.getByText('Cancelled.').waitFor()
  const states = page.getByRole('region', { name: 'Pictures' }).locator('.state')
  expect(await states.allTextContents()).toEqual([
    expect.stringMatching(/^Expected an image/),
    '',
    '',
  ])
  await button('Open notes.png').press('Enter')
  await page.getByText('and Darkroom could not process it').waitFor()
  expect(await button('← All pictures').evaluate((it) => it === document.activeElement)).toBe(true)
  await view('Jobs')
  await rows('Jobs')
    .getByText(/^Cancelled · /)
    .waitFor()
})

test.each(['en-GB', 'de-DE'])('they fit the narrowest phone, in %s', async (locale) => {
  await openOnPhone(locale, { width: 320, height: 640 })
  await page.locator('#file').setInputFiles([picture(40, 30, 'one.png'), picture()])
  await page.locator('#develop').click()
  await page.locator('#save-all').waitFor()
  await page.locator('#badge summary').click()
  expect(await overflow()).toBe(0)
  const parts = page.locator('.views button, #save-all, .badge-body, .card')
  for (const part of await parts.all()) {
    const { x = -1, width = 0 } = (await part.boundingBox()) ?? {}
    expect([await part.textContent(), x >= 0 && x + width <= 320]).toContain(true)
  }
})

describe('another job opened while a run goes on', () => {
  const gallery = () => page.getByRole('region', { name: 'Pictures' })
  const states = () => gallery().locator('.state').allTextContents()
  const developAll = async (count: number) => {
    await button('Develop').click()
    await page.getByText(new RegExp(`^${count} of ${count} pictures done in`)).waitFor()
  }
  const openBatch = async (count: number) => {
    await view('Jobs')
    await button(`Open ${count} pictures`).click()
    const save = gallery().getByRole('link', { name: /^Save/ })
    await expect.poll(() => save.count()).toBe(count)
  }
  const naturalSize = () =>
    page.locator('#before').evaluate((image: HTMLImageElement) => image.naturalWidth)

  test('keeps its cards, and the run shows its own at its end', async () => {
    await choose(picture(40, 30, 'one.png'), picture(20, 20, 'two.png'))
    await developAll(2)
    // One has a name again, which now stands for another picture.
    await choose(
      picture(240, 180, 'one.png'),
      picture(200, 160, 'three.png'),
      picture(200, 160, 'four.png'),
    )
    await button('Develop').click()
    await openBatch(2)
    await button('Open one.png').click()
    await page.locator('#after-caption', { hasText: '80 × 60' }).waitFor()
    expect(await divider().isVisible()).toBe(false)
    await button('← All pictures').click()

    await page.getByText(/^3 of 3 pictures done in/).waitFor()
    expect(await gallery().locator('strong').allTextContents()).toEqual([
      'one.png',
      'three.png',
      'four.png',
    ])
    expect(await states()).toEqual(Array(3).fill(expect.stringMatching(/^4\d0 × 3\d0 · /)))
    expect(await button('Save all as a zip').isVisible()).toBe(true)
    await openBatch(2)
    expect(await states()).toEqual([
      expect.stringMatching(/^80 × 60 · /),
      expect.stringMatching(/^40 × 40 · /),
    ])
  })

  test('is left for the picture of the form, at the end of the run and by Develop', async () => {
    await choose(picture(20, 10, 'old.png'))
    await develop()
    await choose(picture(480, 360, 'new.png'))
    await button('Develop').click()
    const open = async (name: string) => {
      await view('Jobs')
      await button(`Open ${name}`).click()
      await page.locator('#after-caption', { hasText: '40 × 20' }).waitFor()
      expect(await divider().isVisible()).toBe(false)
    }
    await open('old.png')
    await page.locator('#after-caption', { hasText: '960 × 720' }).waitFor()
    expect([await naturalSize(), await divider().isVisible()]).toEqual([480, true])
    await page.getByText(/^480 × 360 · [\d.]+ kB$/).waitFor()

    await open('old.png')
    await develop()
    await page.locator('#after-caption', { hasText: '960 × 720' }).waitFor()
    expect([await naturalSize(), await divider().isVisible()]).toEqual([480, true])
  })

  test('several pictures are left for the one of the form', async () => {
    await choose(picture(40, 30, 'one.png'), picture(20, 20, 'two.png'))
    await developAll(2)
    await choose()
    await openBatch(2)
    await develop()
    await divider().waitFor()
    expect(await gallery().isVisible()).toBe(false)
    expect(await button('Save all as a zip').isVisible()).toBe(false)
  })
})

describe('jobs', () => {
  test('are there after a reload: opened again, and deleted', async () => {
    await choose()
    await button('Develop').click()
    await download().waitFor()
    await page.reload()
    await view('Jobs')
    await rows('Jobs')
      .getByText(/^Complete · 128 × 96 · /)
      .waitFor()
    await button('Open small.png').click()
    await page.getByText(/^128 × 96 · /).waitFor()
    expect(await download().isVisible()).toBe(true)
    await view('Jobs')
    await button('Delete small.png').click()
    await page.getByText('Nothing was run yet.').waitFor()
  })

  test('show their progress, and can be cancelled there', async () => {
    await choose(picture(384, 256))
    await page.getByRole('radio', { name: '4×' }).check({ force: true })
    await button('Develop').click()
    await view('Jobs')
    await rows('Jobs')
      .getByText(/^In progress, \d+%/)
      .waitFor()
    await button('Cancel small.png').click()
    await page.getByText('Nothing was run yet.').waitFor()
    await view('Picture')
    await page.getByText('Cancelled.').waitFor()
    expect(await page.getByRole('alert').isVisible()).toBe(false)
  })
})

describe('storages', () => {
  test('take files, feed a whole folder, and a second run skips what is done', async () => {
    await view('Storages')
    await page.getByLabel('Name').fill('shop')
    await page.getByLabel('Folder', { exact: true }).fill('shop')
    await button('Add the storage').click()
    await page.getByLabel('Add files to shop').setInputFiles([picture(), noPicture])
    await page.getByText(/^small\.png · /).waitFor()

    await view('Batch')
    await page.getByLabel('From', { exact: true }).selectOption('storage://shop/')
    await page.getByLabel('To', { exact: true }).selectOption('storage://shop/')
    await button('Run over the folder').click()
    await page.getByText('1 of 2 complete, 1 invalid.').waitFor()
    await rows('Files').getByText('results/small.png').waitFor()
    await rows('Files')
      .getByText(/^invalid: Expected an image/)
      .waitFor()
    await button('Run over the folder').click()
    await page.getByText('1 of 2 complete, 1 of them before, 1 invalid.').waitFor()

    await view('Storages')
    await button('Use results/small.png').click()
    await request().fill(
      '{ "url": "storage://shop/results/small.png", "width": 32, "target": "storage://shop/again" }',
    )
    await button('Develop').click()
    await download().waitFor()
    expect(
      JSON.parse(await page.getByLabel('Record as JSON').inputValue()).details.target.path,
    ).toMatch(/^storage:\/\/shop\/again\/.+\.png$/)
  })

  test('a file that arrives late leaves a request alone that names another one', async () => {
    await useLateFile([picture(64, 48, 'slow.png'), picture(20, 10, 'other.png')])
    await request().fill('{ "url": "storage://shop/other.png", "width": 32 }')
    await button('Develop').click()
    await download().waitFor()
    await arrive()
    expect(await requestNow()).toEqual({ url: 'storage://shop/other.png', width: 32 })
    expect(await download().isVisible()).toBe(true)
  })

  test('a file that arrives while all of the request is selected does not mix two requests', async () => {
    await useLateFile([picture(64, 48, 'slow.png')])
    await request().selectText()
    await arrive()
    expect((await requestNow()).url).toBe('storage://shop/slow.png')
    const written = { url: 'storage://shop/slow.png', width: 32 }
    await page.keyboard.insertText(JSON.stringify(written))
    expect(await requestNow()).toEqual(written)
  })

  test('say what is wrong with them, and every view fits a phone', async () => {
    await openOnPhone()
    for (const name of ['Batch', 'Storages', 'Jobs']) {
      await view(name)
      expect([name, await overflow()]).toEqual([name, 0])
    }
    await view('Storages')
    await page.getByLabel('Name').fill('browser')
    await button('Add the storage').click()
    await page.getByRole('alert').getByText('There is a storage browser already').waitFor()
  })
})
