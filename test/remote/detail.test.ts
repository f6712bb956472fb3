import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Darkroom } from '../../src/index.ts'
import { startReferenceService } from '../servers/reference-service/server.ts'
import { ownModel } from './own-model.ts'
import { openDarkroom, run } from './page.ts'

declare const window: { darkroom: Darkroom; picture: File }

const KEY = 'detail-key'
const generate = { generate: { description: 'a beach' } }
const url = 'the picture'
/** Larger than what comes back, and by so little that no network enlarges it. */
const [WIDTH, HEIGHT] = [2200, 1100]
const SURROUNDINGS = [48, 96, 192] as const

let service: Awaited<ReturnType<typeof startReferenceService>>
let opened: Awaited<ReturnType<typeof openDarkroom>>

beforeAll(async () => {
  service = await startReferenceService({ keys: [KEY] })
  opened = await openDarkroom({
    remote: { baseUrl: service.url, apiKey: KEY },
    models: { own: await ownModel() },
  })
})
afterAll(async () => {
  await opened?.close()
  service?.close()
})
afterEach(() => service.unplan())

/** Makes the page's picture one with detail in every pixel. */
const showDetailed = (page: Page) =>
  page.evaluate(
    async ([width, height]) => {
      const pixels = new ImageData(width, height)
      for (let i = 0, y = 0; y < height; y++) {
        for (let x = 0; x < width; x++, i += 4) {
          const detail = ((x ^ y) & 1) * 40 - 20
          const [red, green] = [40 + (x * 170) / width, 40 + (y * 170) / height]
          pixels.data.set([red + detail, green + detail, 128 + detail, 255], i)
        }
      }
      const canvas = new OffscreenCanvas(width, height)
      canvas.getContext('2d')?.putImageData(pixels, 0, 0)
      window.picture = new File([await canvas.convertToBlob()], 'a.png', { type: 'image/png' })
    },
    [WIDTH, HEIGHT] as const,
  )

/** The page's picture, as a service would return it: scaled into a box of a canvas, the rest in another colour. */
const answer = async (
  page: Page,
  size: readonly [number, number],
  box: readonly [number, number, number, number],
  hidden: readonly [number, number, number, number] = [0, 0, 0, 0],
) => {
  const base64 = await page.evaluate(
    async ([[width, height], box, hidden, color]) => {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no 2D canvas')
      context.fillStyle = `rgb(${color})`
      context.fillRect(0, 0, width, height)
      context.imageSmoothingQuality = 'high'
      context.drawImage(await createImageBitmap(window.picture), ...box)
      context.fillRect(...hidden)
      const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
      let text = ''
      for (const byte of bytes) text += String.fromCharCode(byte)
      return btoa(text)
    },
    [size, box, hidden, SURROUNDINGS] as const,
  )
  service.plan('files', { body: Buffer.from(base64, 'base64'), type: 'image/png' })
}

/** Compares a result with the picture inside a box, and tells the colour of one pixel. */
const seen = (
  page: Page,
  result: string,
  [left, top]: readonly [number, number],
  [x, y, width, height]: readonly [number, number, number, number],
) =>
  page.evaluate(
    async ([result, [left, top], [x, y, width, height]]) => {
      const pixelsOf = async (blob: Blob) => {
        const bitmap = await createImageBitmap(blob)
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
        if (!context) throw new Error('no 2D canvas')
        context.drawImage(bitmap, 0, 0)
        return (...box: [number, number, number, number]) => context.getImageData(...box).data
      }
      const of = await pixelsOf(await (await fetch(result)).blob())
      const own = await pixelsOf(window.picture)
      const [a, b] = [of(x, y, width, height), own(x - left, y - top, width, height)]
      let largest = 0
      for (let i = 0; i < a.length; i++) {
        largest = Math.max(largest, Math.abs((a[i] as number) - (b[i] as number)))
      }
      return { largest, corner: [...of(5, 5, 1, 1)].slice(0, 3) }
    },
    [result, [left, top], [x, y, width, height]] as const,
  )

const changes = (warnings: { code: string; path?: string }[] = []) =>
  warnings.filter(({ code }) => code === 'CHANGED').map(({ path }) => path)

describe('a picture of more than 2048 pixels keeps its own detail', () => {
  test('in outpainting', async () => {
    await showDetailed(opened.page)
    await answer(opened.page, [2048, 2048], [0, 512, 2048, 1024])
    const request = { url, width: WIDTH, height: WIDTH, fit: { canvas: 'outpainting' } }
    const { record, error, width, height } = await run(opened.page, request)
    expect(error).toBeUndefined()
    expect([width, height]).toEqual([WIDTH, WIDTH])
    expect(changes(record?.warnings)).toEqual([])
    const top = (WIDTH - HEIGHT) / 2
    const inside = [0, top + 16, WIDTH, HEIGHT - 32] as const
    const { largest, corner } = await seen(opened.page, record?.result_url ?? '', [0, top], inside)
    expect(largest).toBe(0)
    expect(corner).toEqual(SURROUNDINGS)
  })

  test('in front of a generated background, where it is untouched', async () => {
    await showDetailed(opened.page)
    await answer(opened.page, [2048, 1024], [0, 0, 2048, 1024], [0, 0, 1024, 1024])
    const { record, error, width, height } = await run(opened.page, { url, background: generate })
    expect(error).toBeUndefined()
    expect([width, height]).toEqual([WIDTH, HEIGHT])
    expect(changes(record?.warnings)).toEqual([])
    const inside = [1200, 0, 1000, HEIGHT] as const
    const { largest, corner } = await seen(opened.page, record?.result_url ?? '', [0, 0], inside)
    expect(largest).toBe(0)
    expect(corner).toEqual(SURROUNDINGS)
  })

  test('unless it came back as another one: then it is left alone, with a warning', async () => {
    await showDetailed(opened.page)
    const { record, error, width, height } = await run(opened.page, { url, background: generate })
    expect(error).toBeUndefined()
    expect([width, height]).toEqual([WIDTH, HEIGHT])
    expect(changes(record?.warnings)).toEqual(['url'])
    const whole = [0, 0, WIDTH, HEIGHT] as const
    expect(
      (await seen(opened.page, record?.result_url ?? '', [0, 0], whole)).largest,
    ).toBeGreaterThan(20)
  })

  test('or in another shape', async () => {
    await showDetailed(opened.page)
    await answer(opened.page, [1024, 1024], [0, 256, 1024, 512])
    const { record, width, height } = await run(opened.page, { url, background: generate })
    expect([width, height]).toEqual([1024, 1024])
    expect(changes(record?.warnings)).toEqual(['url'])
  })
})

describe('a cut-out that is upscaled', () => {
  const request = { url, background: { remove: 'v2' }, generative_upscale: true, width: 400 }

  /** Makes the page's picture a disk on a plain background. */
  const showDisk = (page: Page) =>
    page.evaluate(async () => {
      const canvas = new OffscreenCanvas(200, 160)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no 2D canvas')
      context.fillStyle = '#dddddd'
      context.fillRect(0, 0, 200, 160)
      context.fillStyle = '#c03020'
      context.arc(100, 80, 50, 0, 7)
      context.fill()
      window.picture = new File([await canvas.convertToBlob()], 'a.png', { type: 'image/png' })
    })
  const alphaOf = (page: Page, result = '') =>
    page.evaluate(async (result) => {
      const bitmap = await createImageBitmap(await (await fetch(result)).blob())
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const at = (x: number, y: number) => context?.getImageData(x, y, 1, 1).data[3]
      return [at(4, 4), at(200, 160)]
    }, result)

  test('is a cut-out again where it came back without transparency, with a warning', async () => {
    await showDisk(opened.page)
    const { record, error, width, height } = await run(opened.page, request)
    expect(error).toBeUndefined()
    expect([width, height]).toEqual([400, 320])
    expect(await alphaOf(opened.page, record?.result_url)).toEqual([0, 255])
    expect(changes(record?.warnings)).toEqual(['background.remove'])
  })

  test('is left as it came where it has its own', async () => {
    await showDisk(opened.page)
    const base64 = await opened.page.evaluate(async () => {
      const canvas = new OffscreenCanvas(400, 320)
      const context = canvas.getContext('2d')
      context?.fillRect(0, 0, 100, 100)
      const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
      return btoa(String.fromCharCode(...bytes))
    })
    service.plan('files', { body: Buffer.from(base64, 'base64'), type: 'image/png' })
    const { record, error } = await run(opened.page, request)
    expect(error).toBeUndefined()
    expect(await alphaOf(opened.page, record?.result_url)).toEqual([255, 0])
    expect(changes(record?.warnings)).toEqual([])
  })
})
