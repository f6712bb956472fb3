import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPage } from '../../scripts/page.mjs'
import type { Darkroom } from '../../src/index.ts'
import { hurried } from './hurried.ts'

type Opened = Awaited<ReturnType<typeof openPage>>
declare const window: { darkroom: Darkroom }

/** Only the weights: a development server also serves modules that contain their URLs. */
const WEIGHTS = /\.onnx$/

let opened: Opened

/** Runs in the page. Runs a small upscale; returns the status, or the error's message. */
async function upscale() {
  const image = new ImageData(24, 16)
  image.data.fill(200)
  try {
    const { status } = await window.darkroom.run({ url: image, width: '200%' })
    return status
  } catch (error) {
    return (error as Error).message
  }
}

describe('weights', () => {
  beforeEach(async () => {
    opened = await openPage({ darkroom: { provider: 'wasm' } })
  })
  afterEach(() => opened.close())

  it('load offline once cached; before that the error names them', async () => {
    const { page, reload } = opened
    await page.clock.install()
    await page.route(WEIGHTS, (route) => route.abort())
    expect(await hurried(page, page.evaluate(upscale))).toMatch(
      /weights at .*span-x2.* could not be fetched/,
    )
    await page.unroute(WEIGHTS)
    const downloads = page.evaluate(
      () =>
        new Promise((resolve) => {
          window.darkroom.on('progress', ({ download }) => {
            if (download && download.loaded === download.total) resolve(download)
          })
        }),
    )
    expect(await page.evaluate(upscale)).toBe('complete')
    expect(await downloads).toEqual({ model: 'span-x2', loaded: 460_384, total: 460_384 })
    await page.route(WEIGHTS, (route) => route.abort())
    await reload()
    expect(await page.evaluate(upscale)).toBe('complete')
  })
})

describe('a page that is not cross-origin isolated', () => {
  beforeEach(async () => {
    opened = await openPage({ darkroom: { provider: 'wasm' } })
  })
  afterEach(() => opened.close())

  it('works with one thread', async () => {
    expect(await opened.page.evaluate(() => crossOriginIsolated)).toBe(false)
    expect(await opened.page.evaluate(upscale)).toBe('complete')
    expect(await opened.page.evaluate(async () => (await window.darkroom.info()).threads)).toBe(1)
  })
})
