import type { Size } from '../../src/plan/size.ts'
import { DarkroomError } from '../../src/shared/errors.ts'
import type { SvgOptions } from '../../src/shared/worker/svg.ts'

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

export type Renderer = (text: string, start: number, stated: Size, size: Size) => ImageData

/** What the renderer would leave out in silence. */
const HTML = /<(?:[\w-]+:)?foreignObject\b/
const TEXT = /<(?:[\w-]+:)?text\b/
const svg = (attributes: string, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`

/** Loads the renderer that the application installed. URLs are relative to `base`. */
export async function loadRenderer(
  { resvg, fonts = [] }: SvgOptions,
  base: string,
): Promise<Renderer> {
  const folder = new URL(resvg.endsWith('/') ? resvg : `${resvg}/`, base)
  const url = new URL('index.mjs', folder).href
  const { Resvg, initWasm }: Library = await import(
    /* webpackIgnore: true */ /* @vite-ignore */ url
  )
  await initWasm(fetched(new URL('index_bg.wasm', folder)))
  const responses = await Promise.all(fonts.map((font) => fetched(new URL(font, base))))
  const buffers = await Promise.all(responses.map((response) => response.arrayBuffer()))
  const font = { fontBuffers: buffers.map((buffer) => new Uint8Array(buffer)) }
  const letter = new Resvg(svg('width="9" height="9"', '<text y="9">A</text>'), { font })
  const hasFont = letter.innerBBox() !== undefined
  return (text, start, stated, { width, height }) => {
    if (HTML.test(text)) throw new Error('one with HTML inside')
    if (TEXT.test(text) && !hasFont)
      throw new Error('one with text, but no font that can be read by the option svg.fonts')
    const size = `width="${width}" height="${height}" preserveAspectRatio="none"`
    const box = `viewBox="0 0 ${stated.width} ${stated.height}"`
    const around = svg(`${size} ${box}`, text.slice(start))
    const drawing = new Resvg(text.slice(0, start) + around, { font })
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
