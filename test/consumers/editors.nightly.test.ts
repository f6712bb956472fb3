import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks } from '../unit/docs-code.ts'
import { command, root } from './applications.ts'
import { usePackage } from './use-package.ts'
import { newPage, serving, useBrowser } from './visit.ts'

/** What a host puts into `window`, for the functions that run in the page. */
// biome-ignore lint/suspicious/noExplicitAny: four hosts have four APIs
type Host = any
declare const window: Host

useBrowser()
const { install } = usePackage()

let dist: string
beforeAll(async () => {
  const folder = await install('editors', '.')
  for (const { heading, language, code } of codeBlocks('docs/editors.md')) {
    writeFileSync(join(folder, 'app', `${heading.toLowerCase()}.${language}`), code)
  }
  cpSync(join(root, 'demo/parrots.jpg'), join(folder, 'public/parrots.jpg'))
  await command(folder, 'node_modules/.bin/tsc', '-p', '.')
  await command(folder, 'node_modules/.bin/vite', 'build', '--target', 'es2022')
  dist = join(folder, 'dist')
})

async function open(host: string, ready: string): Promise<Page> {
  const { url } = await serving(dist)
  const page = await newPage()
  await page.goto(`${url}?${host}`)
  await page.waitForFunction((name) => name in window, ready, { timeout: 60_000 })
  return page
}

/** Calls of a recipe in a page: as it is, with a picture that is broken, aborted, and with its object deleted. */
describe.each([
  ['fabric', 'processObject', 'object'],
  ['konva', 'processNode', 'node'],
])('%s', (host, recipe, target) => {
  const place = (page: Page) =>
    page.evaluate(
      ([name = '']) => {
        const one = window[name]
        const { x, y, width, height } =
          'getBoundingRect' in one ? one.getBoundingRect() : one.getClientRect()
        const picture = 'getElement' in one ? one.getElement() : one.image()
        return {
          box: [x, y, width, height].map(Math.round),
          pixels: picture.width || picture.naturalWidth,
        }
      },
      [target],
    )

  test('a picture is enlarged in its place; undo and redo', async () => {
    const page = await open(host, recipe)
    const before = await place(page)
    const steps = await page.evaluateHandle(
      ([name = '', one = '']) =>
        window[name](window[one], window.darkroom, {
          width: '200%',
          upscale_parameters: { mode: 'faithful' },
        }),
      [recipe, target],
    )
    const after = await place(page)
    expect(after).toEqual({ box: before.box, pixels: 768 })
    await steps.evaluate((both: Host) => both.undo())
    expect(await place(page)).toEqual(before)
    await steps.evaluate((both: Host) => both.redo())
    expect(await place(page)).toEqual(after)
  })

  test('an abort and a deleted object end the job, and what fails leaves the picture', async () => {
    const page = await open(host, recipe)
    const before = await place(page)
    const codes = await page.evaluate(
      async ([name = '', one = '']) => {
        const { darkroom } = window
        const run = (request: object, options?: object) =>
          window[name](window[one], darkroom, request, options).then(
            () => 'done',
            (error: Host) => error.code,
          )
        const controller = new AbortController()
        const onProgress = () => controller.abort()
        const aborted = await run({ width: '400%' }, { signal: controller.signal, onProgress })
        const wrong = await run({ width: -1 })
        const removed = await run(
          { width: '400%' },
          {
            onProgress: () =>
              'canvas' in window ? window.canvas.remove(window[one]) : window[one].destroy(),
          },
        )
        return { aborted, wrong, removed }
      },
      [recipe, target],
    )
    expect(codes).toEqual({ aborted: 'ABORTED', wrong: 'BAD_REQUEST', removed: 'ABORTED' })
    expect((await place(page)).pixels).toBe(before.pixels)
  })
})

/** Drops files on an element, as a person would: photographs, and `wide.png`, which is too wide to be enlarged. */
const drop = (page: Page, target: string, names: string[]) =>
  page.evaluate(
    async ([selector = '', ...files]) => {
      const photo = await (await fetch('/parrots.jpg')).blob()
      const canvas = new OffscreenCanvas(60_000, 2)
      canvas.getContext('2d')
      const wide = await canvas.convertToBlob()
      const dataTransfer = new DataTransfer()
      for (const name of files) {
        const [content, type] = name === 'wide.png' ? [wide, 'image/png'] : [photo, 'image/jpeg']
        dataTransfer.items.add(new File([content], name, { type }))
      }
      const at = { clientX: 400, clientY: 300, bubbles: true, cancelable: true }
      const element = document.querySelector(selector)
      element?.dispatchEvent(new DragEvent('drop', { ...at, dataTransfer }))
    },
    [target, ...names],
  )

describe('Excalidraw', () => {
  const image = (page: Page) =>
    page.evaluate(async () => {
      const { api } = window
      const [element] = api.getSceneElements()
      if (!element) return undefined
      const file = api.getFiles()[element.fileId]
      const bitmap = await createImageBitmap(await (await fetch(file.dataURL)).blob()).catch(
        () => undefined,
      )
      return { width: Math.round(element.width), fileId: element.fileId, pixels: bitmap?.width }
    })

  async function withPicture() {
    const page = await open('excalidraw', 'api')
    await drop(page, '.excalidraw', ['parrots.jpg'])
    await expect.poll(() => image(page)).toMatchObject({ pixels: 384 })
    // What was dropped is a step of its own from the next click on.
    for (const x of [700, 400]) await page.mouse.click(x, 300)
    return page
  }
  const enlarge = (page: Page) => page.getByRole('button', { name: 'Enlarge' })
  const cancel = (page: Page) => page.getByRole('button', { name: /^Cancel/ })

  test('a picture is enlarged in its place, which is one step of undo', async () => {
    const page = await withPicture()
    const before = await image(page)
    await enlarge(page).click()
    await expect.poll(() => image(page), { timeout: 60_000 }).toMatchObject({ pixels: 768 })
    const after = await image(page)
    expect(after?.width).toBe(before?.width)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => image(page)).toEqual(before)
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect.poll(() => image(page)).toEqual(after)
  })

  test('a cancelled one stays as it was, and so does one that is broken, with a message', async () => {
    const page = await withPicture()
    const before = await image(page)
    await enlarge(page).click()
    await cancel(page).click()
    await enlarge(page).waitFor()
    expect(await image(page)).toEqual(before)
    expect(await page.locator('.Toast').count()).toBe(0)

    await page.evaluate(async () => {
      const { api } = window
      const [element] = api.getSceneElements()
      const dataURL = `data:image/jpeg;base64,${btoa('no picture')}`
      api.addFiles([{ id: 'broken', dataURL, mimeType: 'image/jpeg', created: 0 }])
      api.updateScene({
        elements: [{ ...element, fileId: 'broken', version: element.version + 1 }],
      })
    })
    await enlarge(page).click()
    await expect.poll(() => page.locator('.Toast').textContent()).toMatch(/^Expected an image/)
    expect(await image(page)).toMatchObject({ fileId: 'broken' })
  })

  test('the job of one that is deleted ends', async () => {
    const page = await withPicture()
    await enlarge(page).click()
    await cancel(page).waitFor()
    await page.evaluate(() => window.api.updateScene({ elements: [] }))
    await enlarge(page).waitFor({ timeout: 2000 })
    expect(await page.locator('.Toast').count()).toBe(0)
  })
})

describe('tldraw', () => {
  const put = (page: Page, names: string[]) => drop(page, '.tl-canvas', names)
  const state = (page: Page) =>
    page.evaluate(() => {
      const { editor, uploaded } = window
      return {
        uploaded: uploaded.map((file: File) => `${file.name} ${file.type}`),
        assets: editor.getAssets().map(({ props }: Host) => props.src?.slice(0, 15)),
        shapes: editor.getCurrentPageShapes().map(({ props }: Host) => [props.w, props.h]),
      }
    })

  test('what is uploaded is the result; a picture that fails ends no other', async () => {
    const page = await open('tldraw', 'editor')
    await put(page, ['parrots.jpg', 'wide.png', 'second.jpg'])
    await page.getByText('Upload failed').first().waitFor()
    await expect
      .poll(() => state(page), { timeout: 60_000 })
      .toMatchObject({ uploaded: ['parrots.webp image/webp', 'second.webp image/webp'] })
    // Both have the same content, and so the same asset.
    await expect.poll(async () => (await state(page)).assets).toEqual(['data:image/webp'])
  })

  test('a shape that is deleted meanwhile loses nothing: an undo has the result', async () => {
    const page = await open('tldraw', 'editor')
    await put(page, ['parrots.jpg'])
    await page.waitForFunction(() => window.editor.getCurrentPageShapes().length > 0)
    await page.evaluate(() => void window.editor.focus())
    await page.keyboard.press('Delete')
    expect((await state(page)).shapes).toEqual([])
    await expect.poll(async () => (await state(page)).uploaded, { timeout: 60_000 }).toHaveLength(1)
    await page.keyboard.press('Control+z')
    await expect
      .poll(() => state(page))
      .toMatchObject({ assets: ['data:image/webp'], shapes: [[384, 256]] })
  })
})

describe('Gutenberg', () => {
  /** Uploads a photograph, what is no picture, and a text, and tells what came of them. */
  const upload = (page: Page, isAborted: boolean) =>
    page.evaluate(async (isAborted) => {
      const photo = await (await fetch('/parrots.jpg')).blob()
      const filesList = [
        new File([photo], 'parrots.jpg', { type: 'image/jpeg' }),
        new File(['no picture'], 'broken.jpg', { type: 'image/jpeg' }),
        new File(['words'], 'text.txt', { type: 'text/plain' }),
      ]
      const errors: string[] = []
      let shown: Host[] = []
      await window.upload({
        filesList,
        signal: isAborted ? AbortSignal.timeout(300) : undefined,
        onError: (error: Host) => errors.push(error.code),
        onFileChange: (files: Host[]) => {
          shown = files.map(({ url }) => url)
        },
      })
      await new Promise((done) => setTimeout(done, 500))
      const sent = window.uploaded.map((file: File) => `${file.name} ${file.type}`)
      return { errors, shown, sent }
    }, isAborted)

  test('what is uploaded is the result; a picture that fails ends no other', async () => {
    const page = await open('gutenberg', 'upload')
    expect(await upload(page, false)).toEqual({
      errors: ['UNIDENTIFIED_IMAGE'],
      shown: ['https://example.com/parrots.webp', 'https://example.com/text.txt'],
      sent: ['parrots.webp image/webp', 'text.txt text/plain'],
    })
  })

  test('an upload that is aborted sends nothing', async () => {
    const page = await open('gutenberg', 'upload')
    expect(await upload(page, true)).toEqual({ errors: [], shown: [], sent: [] })
  })
})
