import type { Size } from '../../src/plan/size.ts'
import { DarkroomError } from '../../src/shared/errors.ts'
import type { SvgOptions } from '../../src/shared/worker/svg.ts'
import { loading } from '../heartbeat.ts'
import { once } from '../image/load-wasm.ts'

/** What is used of @resvg/resvg-wasm. */
interface Library {
  initWasm(module: Promise<Response>): Promise<void>
  Resvg: new (
    svg: string,
    options: { font: { fontBuffers: Uint8Array[] } },
  ) => {
    innerBBox(): object | undefined
    render(): { pixels: Uint8Array; free(): void }
    free(): void
  }
}

export type Renderer = (text: string, start: number, stated: Size, size: Size) => Promise<ImageData>

/** What the renderer would leave out in silence. */
const TEXT = /<(?:[\w-]+:)?(?:text|foreignObject)\b/

/** The renderer that the application installed. URLs are relative to `base`. */
export function rendererOf({ resvg, fonts = [] }: SvgOptions, base: string): Renderer {
  const folder = new URL(resvg.endsWith('/') ? resvg : `${resvg}/`, base)
  const load = once(async () => {
    const url = new URL('index.mjs', folder).href
    const library: Library = await import(/* webpackIgnore: true */ /* @vite-ignore */ url)
    await library.initWasm(fetched(new URL('index_bg.wasm', folder)))
    return library
  })
  const loadFonts = once(() =>
    Promise.all(
      fonts.map(async (font) => {
        const response = await fetched(new URL(font, base))
        return new Uint8Array(await response.arrayBuffer())
      }),
    ),
  )
  return async (text, start, stated, { width, height }) => {
    const { Resvg } = await load()
    const options = { font: { fontBuffers: TEXT.test(text) ? await loading(loadFonts) : [] } }
    if (/<(?:[\w-]+:)?foreignObject\b/.test(text)) throw new Error('one with HTML inside')
    if (TEXT.test(text)) {
      const probe = new Resvg(
        '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><text y="50">A</text></svg>',
        options,
      )
      const isDrawn = probe.innerBBox() !== undefined
      probe.free()
      if (!isDrawn)
        throw new Error('one with text, but no font that can be read by the option svg.fonts')
    }
    const around = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${stated.width} ${stated.height}" preserveAspectRatio="none">`
    const drawing = new Resvg(`${text.slice(0, start)}${around}${text.slice(start)}</svg>`, options)
    const image = drawing.render()
    const pixels = new ImageData(unmultiplied(image.pixels), width, height)
    image.free()
    drawing.free()
    return pixels
  }
}

async function fetched(url: URL): Promise<Response> {
  const response = await fetch(url)
  if (response.ok) return response
  throw new DarkroomError('NETWORK', `${url} could not be fetched: HTTP ${response.status}`)
}

/** Colors with straight alpha. */
function unmultiplied(pixels: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const straight = new Uint8ClampedArray(pixels)
  for (let at = 0; at < straight.length; at += 4) {
    const alpha = straight[at + 3] as number
    if (alpha === 0 || alpha === 255) continue
    for (let i = at; i < at + 3; i++) straight[i] = ((straight[i] as number) * 255) / alpha
  }
  return straight
}
