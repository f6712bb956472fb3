import { cpSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { command, root, viteServer } from './applications.ts'
import { usePackage } from './use-package.ts'
import { newPage, serving, useBrowser, workerStarts } from './visit.ts'

const PHOTO = join(root, 'demo/parrots.jpg')

/** The editor's list of steps, once it is there. */
const WITHOUT_LIGHT = /^(?!.*light).*encode/

useBrowser()
const { tarball, installExample } = usePackage()

/** Opens a page, and collects what it complains of and what it requests. */
async function open(url: string) {
  const page = await newPage()
  const complaints: string[] = []
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(url)
  return { page, complaints, requested }
}

/** Threads need headers that these development servers do not send. */
const serious = (complaints: string[]) => complaints.filter((text) => !text.includes('isolated'))

/** The size of a shown image in pixels, once it is there. */
async function sizeOf(page: Page, selector: string): Promise<[number, number]> {
  const image = page.locator(selector)
  await image.waitFor({ timeout: 120_000 })
  await expect
    .poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth), {
      timeout: 120_000,
    })
    .toBeGreaterThan(0)
  return image.evaluate((one) => {
    const { naturalWidth, naturalHeight } = one as HTMLImageElement
    return [naturalWidth, naturalHeight]
  })
}

describe('react-editor', () => {
  let folder: string
  let server: Awaited<ReturnType<typeof viteServer>>
  beforeAll(async () => {
    folder = await installExample('react-editor')
    server = await viteServer(folder)
  })
  afterAll(() => void server?.close())

  test('its types are right, and it builds', async () => {
    const printed = await command(folder, 'npm', 'run', 'build')
    expect(printed).toContain('built in')
  })

  test('edits a photograph; the step cache answers an undo; closing ends the work', async () => {
    const { page, complaints, requested } = await open(server.url)
    await page.locator('input[type=file]').setInputFiles(PHOTO)
    expect(await sizeOf(page, 'img[alt=After]')).toEqual([384, 256])
    const steps = page.locator('output')
    await expect.poll(() => steps.textContent()).toMatch(/decode, .*light, color, encode/)

    const first = await page.locator('img[alt=After]').getAttribute('src')
    await page.getByLabel('Light').focus()
    await page.keyboard.press('Home')
    await expect.poll(() => steps.textContent(), { timeout: 60_000 }).toMatch(WITHOUT_LIGHT)
    expect(await page.locator('img[alt=After]').getAttribute('src')).not.toBe(first)

    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => steps.textContent(), { timeout: 60_000 }).toMatch(/light \(cached\)/)
    expect(await page.getByLabel('Light').inputValue()).toBe('0.5')

    await page.getByRole('button', { name: 'Redo' }).click()
    await expect.poll(() => steps.textContent(), { timeout: 60_000 }).toMatch(WITHOUT_LIGHT)

    await page.getByLabel('Remove noise').check()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.workers().length).toBe(0)
    // StrictMode mounts twice; one Darkroom works.
    expect(workerStarts(requested)).toBe(1)
    expect(serious(complaints)).toEqual([])
  })

  test('shows the error of a file that is no image', async () => {
    const { page } = await open(server.url)
    const buffer = Buffer.from('no image')
    const file = { name: 'letter.jpg', mimeType: 'image/jpeg', buffer }
    await page.locator('input[type=file]').setInputFiles(file)
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/Expected an image/)
  })
})

test('vue-uploader: a product picture is cut out, squared, made small and uploaded', async () => {
  const folder = await installExample('vue-uploader')
  await command(folder, 'npm', 'run', 'build')
  const server = await viteServer(folder)
  onTestFinished(() => void server.close())
  const { page, complaints } = await open(server.url)
  await page.locator('input[type=file]').setInputFiles(PHOTO)
  expect(await sizeOf(page, 'li img')).toEqual([800, 800])
  const corner = await page.locator('li img').evaluate((image) => {
    const context = new OffscreenCanvas(800, 800).getContext('2d')
    context?.drawImage(image as HTMLImageElement, 0, 0)
    return [...(context?.getImageData(2, 2, 1, 1).data ?? [])]
  })
  expect(corner).toEqual([255, 255, 255, 255])
  const arrived = page.waitForResponse('**/upload')
  await page.getByRole('button', { name: 'Upload' }).click()
  const { bytes } = (await (await arrived).json()) as { bytes: number }
  expect(bytes).toBeGreaterThan(5000)
  expect(bytes).toBeLessThan(201_000)
  await page.getByText('uploaded').waitFor()
  expect(serious(complaints)).toEqual([])
})

test('old-client: the requests of an unchanged client are answered inside the page', async () => {
  const folder = await installExample('old-client')
  await command(folder, 'npx', 'darkroom-web', 'assets', '--to', 'public/darkroom')
  const { url } = await serving(join(folder, 'public'))
  const { page, complaints } = await open(url)
  await page.locator('input:enabled').setInputFiles(PHOTO)
  expect(await sizeOf(page, 'img')).toEqual([768, 512])
  expect(complaints).toEqual([])
})

test('offline-app: once stored, it enlarges and cuts out without a network', async () => {
  const folder = await installExample('offline-app')
  await command(folder, 'npm', 'run', 'prestart')
  const { url } = await serving(join(folder, 'public'))
  const { page, complaints } = await open(url)
  await page.getByRole('button', { name: 'Store for offline use' }).click()
  await page.getByText('Stored: this page works').waitFor({ timeout: 120_000 })
  await page.context().setOffline(true)
  onTestFinished(() => page.context().setOffline(false))
  await page.reload()
  await page.locator('input').setInputFiles(PHOTO)
  await page.getByRole('button', { name: 'Enlarge' }).click()
  await page.getByText('768 × 512 pixels').waitFor({ timeout: 120_000 })
  await page.getByRole('button', { name: 'Cut out' }).click()
  await page.getByText('384 × 256 pixels').waitFor({ timeout: 120_000 })
  expect(complaints).toEqual([])
})

test('static-page: the unpacked package beside one HTML file', async () => {
  const folder = join(dirname(tarball()), 'static-page')
  cpSync(join(root, 'examples/static-page'), folder, { recursive: true })
  const commands = /```sh\n([\s\S]+?)```/.exec(readFileSync(join(folder, 'README.md'), 'utf8'))?.[1]
  const [unpack = '', move = ''] = commands?.split('\n') ?? []
  cpSync(tarball(), join(folder, 'darkroom-web-0.1.0.tgz'))
  for (const line of [unpack, move]) await command(folder, 'sh', '-c', line)
  const { url } = await serving(folder)
  const { page, complaints } = await open(url)
  await page.locator('input').setInputFiles(PHOTO)
  expect(await sizeOf(page, 'img')).toEqual([384, 256])
  expect(complaints).toEqual([])
})
