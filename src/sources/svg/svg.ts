import type { Size } from '../../plan/size.ts'
import { DarkroomError, isDarkroomError } from '../../shared/errors.ts'
import type { ImageSource } from '../../shared/image-source.ts'
import type { SvgFacts, SvgRoot } from '../../shared/worker/svg.ts'
import { withFrame } from './frame.ts'

/** Characters within which the root element starts. */
const HEAD = 4096
/** What may come before it, one after another: one pattern for all would try each of its billions of ways to fail. */
const PROLOG = [
  /\s+/y,
  /<\?[^>]*>/y,
  /<!--[\s\S]*?-->/y,
  /<!DOCTYPE\s+svg[^>[]*(\[[^\]]*\])?\s*>/iy,
]
const ROOT = /<(?:[\w-]+:)?svg[\s/>]/iy
/** Beyond it, reading alone would keep the page busy for seconds. */
const MAX_BYTES = 64e6
const TYPE = 'image/svg+xml'
/** CSS pixels of a unit. */
const UNITS: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
}
/** Pixels of all intermediate images that a page draws in about a second. */
const MAX_LAYER_PIXELS = 3e8
/** More than any limit allows. */
const MAX_SIDE = 1e9
/** The size of an SVG that states none, in CSS. */
const DEFAULT: Size = { width: 300, height: 150 }

const unidentified = (received: string, path: string) =>
  new DarkroomError(
    'UNIDENTIFIED_IMAGE',
    `Expected an image for ${path} but received ${received}`,
    { path },
  )

const tooLarge = (expected: string, received: string, path: string) =>
  new DarkroomError('TOO_LARGE', `Expected ${expected} for ${path} but received ${received}`, {
    path,
  })

/** Whether a text starts as SVG files do. */
export function isSvg(head: string): boolean {
  const matches = (pattern: RegExp, from: number) => {
    pattern.lastIndex = from
    return pattern.test(head) ? pattern.lastIndex : from
  }
  let at = head.startsWith('\uFEFF') ? 1 : 0
  for (let start = -1; start < at; ) {
    start = at
    at = PROLOG.reduce((from, pattern) => matches(pattern, from), at)
  }
  return matches(ROOT, at) > at
}

/** What draws, and what counts what that takes. */
export interface SvgContext {
  /** URL of svg-frame.htm. */
  frame: string | undefined
  facts(): Promise<SvgFacts>
  /** The renderer of the application, if it has one. */
  render?(facts: SvgFacts, stated: Size, size: Size): Promise<ImageData>
}

interface Drawing {
  file: Blob
  path: string
  /** The size to draw at, from the one that the file states; throws to refuse it. */
  sizeOf(stated: Size): Size
  signal: AbortSignal
}

/**
 * Draws an SVG file: in a frame that can be ended where there is one. Elsewhere the page does, if few counts are small, or else
 * the renderer of the application. Scripts do not run, and nothing is loaded. Undefined if the source is something else.
 * @throws DarkroomError UNIDENTIFIED_IMAGE if it cannot be drawn, TIMEOUT or TOO_LARGE if that took long.
 */
export async function drawSvg(
  source: ImageSource,
  drawing: Omit<Drawing, 'file'>,
  context: SvgContext,
): Promise<ImageSource | undefined> {
  if (!(source instanceof Blob)) return undefined
  if (!isSvg(await source.slice(0, HEAD).text())) return undefined
  const { path } = drawing
  const most = `an SVG of at most ${MAX_BYTES / 1e6} MB`
  if (source.size > MAX_BYTES)
    throw tooLarge(most, `one of ${Math.round(source.size / 1e6)} MB`, path)
  const given = { ...drawing, file: source }
  try {
    return (await drawInFrame(given, context)) ?? (await drawElsewhere(given, context))
  } catch (error) {
    if (isDarkroomError(error) && error.code === 'TIMEOUT')
      throw new DarkroomError('TIMEOUT', error.message, { path })
    if (isDarkroomError(error)) throw error
    throw unidentified(`an SVG that could not be drawn (${(error as Error).message})`, path)
  }
}

function drawInFrame({ file, path, sizeOf, signal }: Drawing, { frame: url }: SvgContext) {
  return withFrame(url, signal, async (frame) => {
    const root = await frame.ask<SvgRoot | null>('parse', file)
    if (!root) throw unidentified('an SVG that is not well-formed', path)
    const stated = statedSize(root)
    const size = sizeOf(stated)
    const pixels = new ImageData(size.width, size.height)
    let at = 0
    await frame.ask('draw', attributesOf(root, stated, size), (part) => {
      pixels.data.set(part, at)
      at += part.length
    })
    return pixels
  })
}

async function drawElsewhere({ file, path, sizeOf }: Drawing, context: SvgContext) {
  const facts = await context.facts()
  const { root, layers, refused } = facts
  if (!root) throw unidentified('an SVG that is not well-formed', path)
  const stated = statedSize(root)
  const size = sizeOf(stated)
  const isHeavy = layers * size.width * size.height > MAX_LAYER_PIXELS
  const reason = refused ?? (isHeavy ? 'one of many filters, masks and layers' : undefined)
  if (!reason && typeof Image !== 'undefined')
    return drawOnPage(file, attributesOf(root, stated, size), path)
  if (context.render) return context.render(facts, stated, size)
  throw tooLarge(
    'an SVG that the page itself can draw at once, as this browser gives it no frame with a process of its own (Chromium does, where the Content Security Policy allows it: frame-src),',
    `${reason ?? 'one in a worker'}. Install @resvg/resvg-wasm and name it by the option svg, or export the drawing as PNG`,
    path,
  )
}

type Attributes = ReturnType<typeof attributesOf>

async function drawOnPage(file: Blob, attributes: Attributes, path: string) {
  const { documentElement: root } = new DOMParser().parseFromString(await file.text(), TYPE)
  for (const [name, value] of Object.entries(attributes)) root.setAttribute(name, `${value}`)
  const { width, height } = attributes
  try {
    const image = new Image(width, height)
    image.src = `data:${TYPE};charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`
    await image.decode()
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0, width, height)
    // Throws if the pixels may not be read, which would only be found out in the worker.
    context?.getImageData(0, 0, 1, 1)
    return canvas.transferToImageBitmap()
  } catch {
    throw unidentified(
      'an SVG that this browser cannot draw, or whose content security policy forbids data: as img-src',
      path,
    )
  }
}

/** What the root has to get. */
const attributesOf = ({ viewBox }: SvgRoot, stated: Size, size: Size) => ({
  viewBox: viewBox ?? `0 0 ${stated.width} ${stated.height}`,
  ...size,
})

function statedSize(root: SvgRoot): Size {
  const [, , width, height] = (root.viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const box = width && height && width > 0 && height > 0 ? { width, height } : undefined
  const own = { width: pixels(root.width), height: pixels(root.height) }
  const ratio = box ? box.width / box.height : undefined
  const size = {
    width: own.width ?? (own.height && ratio && own.height * ratio) ?? box?.width ?? DEFAULT.width,
    height:
      own.height ?? (own.width && ratio && own.width / ratio) ?? box?.height ?? DEFAULT.height,
  }
  return {
    width: Math.max(1, Math.round(size.width)),
    height: Math.max(1, Math.round(size.height)),
  }
}

/** A length without a percentage. */
function pixels(length: string | null | undefined): number | undefined {
  const [, number = '', unit = ''] =
    /^\+?([\d.]+(?:e[+-]?\d+)?)\s*([a-z]*)$/i.exec(length?.trim() ?? '') ?? []
  const value = Number(number) * (UNITS[unit.toLowerCase()] ?? Number.NaN)
  return number !== '' && value > 0 ? Math.min(value, MAX_SIDE) : undefined
}
