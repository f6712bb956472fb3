import { afterAll, describe, expect, it, vi } from 'vitest'
import { fromPng, png } from '../../scripts/lib/pictures.ts'
import { createDarkroom, type ProcessingRequest } from '../../src/index.ts'
import { gradient, maxDifference } from './pictures.ts'

const darkroom = createDarkroom({ persist: false, provider: 'wasm' })
const image = gradient(12, 8)
afterAll(() => darkroom.dispose())

async function pixelsOf(url: ProcessingRequest['url']): Promise<ImageData> {
  const { blob } = await darkroom.run({ url, output_format: 'png' })
  return fromPng(blob)
}

function canvas() {
  const element = Object.assign(document.createElement('canvas'), { width: 12, height: 8 })
  element.getContext('2d')?.putImageData(image, 0, 0)
  return element
}

async function imageElement() {
  const element = new Image()
  element.src = URL.createObjectURL(await png(image))
  await element.decode()
  return element
}

function offscreen() {
  const element = new OffscreenCanvas(12, 8)
  element.getContext('2d')?.putImageData(image, 0, 0)
  return element
}

describe('an object of the page is an image', () => {
  it.each([
    ['canvas', async () => canvas()],
    ['OffscreenCanvas', async () => offscreen()],
    ['<img>', imageElement],
    ['URL', async () => new URL(URL.createObjectURL(await png(image)))],
    ['ArrayBuffer', async () => (await png(image)).arrayBuffer()],
    ['Uint8Array', async () => new Uint8Array(await (await png(image)).arrayBuffer())],
  ] as const)('%s', async (_, make) => {
    expect(maxDifference(await pixelsOf(await make()), image)).toBe(0)
  })

  it('a blob: URL that a policy does not let fetch is read as an image', async () => {
    const strict = createDarkroom({
      persist: false,
      provider: 'wasm',
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    })
    const url = URL.createObjectURL(await png(image))
    const { blob } = await strict.run({ url, output_format: 'png' })
    expect(maxDifference(await fromPng(blob), image)).toBe(0)
    URL.revokeObjectURL(url)
    await expect(strict.run({ url })).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' })
    strict.dispose()
  })

  it('one above the limits is refused before the page decodes it', async () => {
    const strict = createDarkroom({
      persist: false,
      provider: 'wasm',
      limits: { decodedPixels: 95 },
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    })
    const decoded = vi.spyOn(globalThis, 'createImageBitmap')
    const url = URL.createObjectURL(await png(image))
    await expect(strict.run({ url })).rejects.toMatchObject({ code: 'TOO_LARGE', path: 'url' })
    expect(decoded).not.toHaveBeenCalled()
    strict.dispose()
  })

  it('a canvas is read when the request is made', async () => {
    const element = canvas()
    const pixels = pixelsOf(element)
    element.getContext('2d')?.clearRect(0, 0, 12, 8)
    expect(maxDifference(await pixels, image)).toBe(0)
  })

  it.each(['/nowhere/photo.png', './photo.png?v=2', '../photo.png', 'photo.png'])(
    'the relative URL %s is fetched from the page',
    async (url) => {
      const failure = await darkroom.run({ url }).catch((error) => error)
      expect(failure).toMatchObject({ code: expect.stringMatching(/^(SOURCE|UNIDENT)/) })
      if (failure.code === 'SOURCE_UNREACHABLE') {
        expect(failure.message).toContain(new URL(url, document.baseURI).href)
      }
    },
  )
})

it('a word is no relative URL', async () => {
  await expect(darkroom.run({ url: 'test' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

describe('a field that resembles one is refused', () => {
  it.each([
    [{ scale: 2 }, 'scale', "scale is not a field: use width, such as width: '200%'"],
    [{ outputFormat: 'webp' }, 'outputFormat', 'outputFormat is not a field: use output_format'],
    [{ widht: 20 }, 'widht', 'widht is not a field: use width'],
    [{ background: { colour: '#fff' } }, 'background.colour', 'is not a field: use color'],
  ])('%j', async (wrong, path, message) => {
    const failure = darkroom.run({ url: image, ...(wrong as ProcessingRequest) })
    await expect(failure).rejects.toMatchObject({ code: 'BAD_REQUEST', path })
    await expect(failure).rejects.toThrow(message)
  })

  it('but not one of the page’s own, which gives a warning', async () => {
    const own = { tracking: 7, scale: undefined } as ProcessingRequest
    const { warnings } = await darkroom.run({ url: image, ...own })
    expect(warnings).toMatchObject([{ code: 'UNKNOWN_FIELD', path: 'tracking' }])
  })

  it('and over HTTP only a warning', async () => {
    const { status, warnings } = await darkroom.processResult({ url: image }).then(async () => {
      const headers = { 'x-api-key': 'any', 'Content-Type': 'application/json' }
      const url = `data:image/png;base64,${btoa(String.fromCharCode(...(await bytes())))}`
      const body = JSON.stringify({ url, scale: 2 })
      const init = { method: 'POST', headers, body }
      return (await darkroom.fetch('/rest_api/process_result', init)).json()
    })
    expect(status).toBe('complete')
    expect(warnings).toMatchObject([{ code: 'UNKNOWN_FIELD', path: 'scale' }])
  })
})

const bytes = async () => new Uint8Array(await (await png(image)).arrayBuffer())
