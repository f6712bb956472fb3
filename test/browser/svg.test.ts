import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { decoded } from '../../scripts/lib/pictures.ts'
import { startBundledWorker } from '../../src/engine/bundled-worker.ts'
import type { Darkroom, DarkroomOptions } from '../../src/index.ts'
import { LazyDarkroom } from '../../src/lazy-darkroom.ts'
import { attacks } from '../svg-attacks.ts'
import { longestSilence } from './longest-silence.ts'
import { darkroomWith, run } from './run.ts'

const svg = (content: string, attributes = 'width="40" height="20"') =>
  new Blob([`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`])
const red = '<rect width="50%" height="100%" fill="red"/>'
const pixel = ({ data, width }: ImageData, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
]

/** As icon, flag, emoji and chart packages and editors write them: test/fixtures/README.md. */
const drawings = import.meta.glob<string>('../fixtures/svg/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The mean difference from what an `<img>` shows, of premultiplied values. */
async function difference({ data, width, height }: ImageData, text: string): Promise<number> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context?.drawImage(image, 0, 0, width, height)
  const shown = context?.getImageData(0, 0, width, height).data as ImageDataArray
  const premultiplied = (values: ImageDataArray, i: number) =>
    ((values[i] as number) * (values[i | 3] as number)) / 255
  const sum = data.reduce(
    (sum, _, i) => sum + Math.abs(premultiplied(data, i) - premultiplied(shown, i)),
    0,
  )
  return sum / data.length
}

it('is drawn at its own size, with what is transparent', async () => {
  const { record, blob } = await run({ url: svg(red), output_format: 'png' })
  const image = await decoded(blob)
  expect([image.width, image.height]).toEqual([40, 20])
  expect(pixel(image, 19, 10)).toEqual([255, 0, 0, 255])
  expect(pixel(image, 20, 10)).toEqual([0, 0, 0, 0])
  expect(record.warnings).toEqual([])
})

it.each([
  [{ width: '400%' }, [160, 80]],
  [{ width: 10 }, [10, 5]],
  [{ height: 200 }, [400, 200]],
  [{ width: 100, height: 100, fit: 'bounds' }, [100, 50]],
] as const)('is drawn at the size asked for by %o, without a network', async (size, expected) => {
  const { record, blob } = await run({ url: svg(red), ...size, output_format: 'png' })
  const image = await decoded(blob)
  expect([image.width, image.height]).toEqual(expected)
  const [w = 0] = expected
  // A scaled edge would be a ramp.
  expect(pixel(image, w / 2 - 1, 2)).toEqual([255, 0, 0, 255])
  expect(pixel(image, w / 2, 2)[3]).toBe(0)
  expect(record.details?.steps.map(({ operation }) => operation)).toEqual(['decode', 'encode'])
})

it('has the size of its viewBox if it states no other', async () => {
  const { blob } = await run({ url: svg(red, 'viewBox="0 0 30 60" width="100%"') })
  expect(await decoded(blob)).toMatchObject({ width: 30, height: 60 })
})

it('runs no script and loads nothing', async () => {
  const server = inject('imageServer')
  const there = `${server}/svg`
  Reflect.deleteProperty(globalThis, 'svgRan')
  const { blob } = await run({
    url: svg(`
      <style>@import url(${there}/style.css); text { font-family: x } @font-face { font-family: x; src: url(${there}/font.woff2) }</style>
      <script>globalThis.svgRan = true; fetch('${there}/fetch')</script>
      <script href="${there}/script.js"/>
      <image href="${there}/image.png" width="9" height="9" onload="globalThis.svgRan = true"/>
      <use href="${there}/use.svg#a"/>
      <foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${there}/frame.html"/></foreignObject>
      <text>text</text>${red}`),
    output_format: 'png',
  })
  expect(pixel(await decoded(blob), 15, 15)).toEqual([255, 0, 0, 255])
  // A request that the watch does see, after those that it must not.
  await new Promise((resolve) => setTimeout(resolve, 300))
  await fetch(`${there}/watched`)
  const requests: string[] = await (await fetch(`${server}/requests`)).json()
  expect(requests.filter((path) => path.startsWith('/svg/'))).toEqual(['/svg/watched'])
  expect(globalThis).not.toHaveProperty('svgRan')
})

it.each([
  [
    'is not well-formed',
    '<svg xmlns="http://www.w3.org/2000/svg"><rect></svg>',
    'UNIDENTIFIED_IMAGE',
  ],
  [
    'is too large',
    '<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>',
    'TOO_LARGE',
  ],
])('is refused if it %s', async (_, text, code) => {
  await expect(run({ url: new Blob([text]) })).rejects.toMatchObject({ code, path: 'url' })
})

it('of 2,000,000 x 1,000,000 is drawn at the size that is asked for', async () => {
  const { blob } = await run({ url: svg(red, 'width="2e6" height="1e6"'), width: 100 })
  expect(await decoded(blob)).toMatchObject({ width: 100, height: 50 })
})

// The page is also silent where other processes take its core, but not twice.
it('in a frame does not hold up the page, is ended, and the next is drawn', {
  retry: 1,
}, async () => {
  const url = new Blob([attacks['feMorphology of radius 4000'] as string])
  await run({ url: svg(red) })
  const start = performance.now()
  const silence = await longestSilence(() =>
    expect(run({ url })).rejects.toMatchObject({ code: 'TIMEOUT', path: 'url' }),
  )
  expect(performance.now() - start).toBeLessThan(10_000)
  expect(silence).toBeLessThan(500)
  await run({ url: svg(red) })
  expect(document.querySelector('iframe[sandbox="allow-scripts"]')).toBeNull()
})

it('of an aborted job is not drawn on', async () => {
  const url = new Blob([attacks['feMorphology of radius 4000'] as string])
  const signal = AbortSignal.timeout(1000)
  await expect(darkroomWith().run({ url }, { signal })).rejects.toMatchObject({ code: 'ABORTED' })
  expect(document.querySelector('iframe[sandbox="allow-scripts"]')).toBeNull()
})

describe('where no frame has a process of its own', () => {
  const open = (options: DarkroomOptions = {}) => {
    const given = { persist: false, provider: 'wasm' as const, ...options }
    const darkroom = new LazyDarkroom(given, { svgFrame: undefined }, async () => ({
      startWorker: startBundledWorker,
    }))
    onTestFinished(() => darkroom.dispose())
    return darkroom
  }
  const paint = async (darkroom: Darkroom, url: Blob, size = {}) =>
    decoded((await darkroom.run({ url, output_format: 'png', ...size })).blob)

  // The frame draws for `run`, and the page for `open`.
  it.each(Object.entries(drawings))('%s is what the browser shows', async (_, text) => {
    const url = new Blob([text])
    const framed = await run({ url, width: 300, output_format: 'png' })
    const images = [await decoded(framed.blob), await paint(open(), url, { width: 300 })]
    // The sides of a result are whole pixels, which shifts edges.
    for (const image of images) expect(await difference(image, text)).toBeLessThan(2)
  })

  it('the page draws what is cheap', async () => {
    const image = await paint(open(), svg(red), { width: 80 })
    expect([image.width, image.height]).toEqual([80, 40])
    expect(pixel(image, 39, 2)).toEqual([255, 0, 0, 255])
    expect(pixel(image, 40, 2)[3]).toBe(0)
  })

  it('what is not is refused, and the message names the cures', async () => {
    const darkroom = open()
    const url = svg(`<filter id="f"><feTurbulence/></filter>${red}`)
    await expect(darkroom.run({ url })).rejects.toMatchObject({
      code: 'TOO_LARGE',
      path: 'url',
      message: expect.stringMatching(/frame-src.*feTurbulence.*resvg-wasm.*PNG/),
    })
    const large = { url: svg(`<g opacity=".5">${red}</g>`.repeat(90)), width: 4000 }
    await expect(darkroom.run(large)).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  it('or drawn by the renderer of the application', async () => {
    const resvg = '/node_modules/@resvg/resvg-wasm/'
    const heavy = `<filter id="f"><feTurbulence/></filter>`
    const darkroom = open({ svg: { resvg } })
    const image = await paint(darkroom, svg(`${heavy}${red}<g opacity=".5">${red}</g>`), {
      width: 80,
    })
    expect([image.width, image.height]).toEqual([80, 40])
    expect(pixel(image, 39, 2)).toEqual([255, 0, 0, 255])
    expect(pixel(image, 40, 2)[3]).toBe(0)
    const half = await paint(darkroom, svg(`${heavy}<g opacity=".5">${red}</g>`))
    expect(pixel(half, 2, 2)).toEqual([255, 0, 0, 128])
    for (const text of ['<text y="9">text</text>', '<foreignObject/>']) {
      await expect(darkroom.run({ url: svg(heavy + text) })).rejects.toMatchObject({
        code: 'UNIDENTIFIED_IMAGE',
        message: expect.stringMatching(/with (text, but no font|HTML)/),
      })
    }
    const attack = new Blob([attacks['feMorphology of radius 4000'] as string])
    await expect(darkroom.run({ url: attack })).rejects.toMatchObject({ code: 'TIMEOUT' })
    const fonts = [URL.createObjectURL(await trueType('/test/fonts/karla.woff'))]
    const text = svg(`${heavy}<text x="2" y="18" font-size="20">text</text>`)
    const { data } = await paint(open({ svg: { resvg, fonts } }), text)
    expect(data.some((value) => value > 100)).toBe(true)
  })
})

/** The TrueType font in a WOFF file, which only packs its tables. */
async function trueType(url: string): Promise<Blob> {
  const woff = new DataView(await (await fetch(url)).arrayBuffer())
  const count = woff.getUint16(12)
  const head = new DataView(new ArrayBuffer(12 + 16 * count))
  head.setUint32(0, woff.getUint32(4))
  head.setUint16(4, count)
  let at = head.byteLength
  const parts: BlobPart[] = [head]
  for (let table = 0; table < count; table++) {
    const [tag = 0, from = 0, packed = 0, length = 0, sum = 0] = [0, 4, 8, 12, 16].map((field) =>
      woff.getUint32(44 + 20 * table + field),
    )
    const bytes = new Blob([new Uint8Array(woff.buffer, from, packed)])
    const stream = bytes.stream().pipeThrough(new DecompressionStream('deflate'))
    const unpacked = packed === length ? bytes : await new Response(stream).blob()
    for (const [i, value] of [tag, sum, at, length].entries())
      head.setUint32(12 + 16 * table + 4 * i, value)
    const padding = -length & 3
    parts.push(unpacked, new Uint8Array(padding))
    at += length + padding
  }
  return new Blob(parts)
}

it('may be a caption', async () => {
  const { blob } = await run({
    url: svg('<rect width="100%" height="100%" fill="blue"/>'),
    caption: {
      url: svg('<rect width="100%" height="100%" fill="lime"/>'),
      position: 'LT',
      padding: 0,
    },
    output_format: 'png',
  })
  expect(pixel(await decoded(blob), 2, 2)).toEqual([0, 255, 0, 255])
})
