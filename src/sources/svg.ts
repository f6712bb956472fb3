import type { Size } from '../plan/size.ts'
import { DarkroomError } from '../shared/errors.ts'
import type { ImageSource } from '../shared/image-source.ts'
import { checkSvgCost } from './svg-cost.ts'

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

const tooLarge = (received: string, path: string) =>
  new DarkroomError(
    'TOO_LARGE',
    `Expected an SVG that can be drawn in some seconds for ${path} but received ${received}`,
    { path },
  )

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

/** A drawing of any size. */
export interface Svg {
  /** As the file states it, in CSS pixels. */
  size: Size
  /**
   * Draws it with the page's own engine, as an image: scripts do not run, and nothing is loaded.
   * @throws DarkroomError UNIDENTIFIED_IMAGE
   */
  draw(size: Size): Promise<ImageBitmap>
}

/**
 * Reads an SVG file; undefined if the source is something else. Only the page can draw it: a worker has no such engine.
 * @throws DarkroomError UNIDENTIFIED_IMAGE if it is not well-formed, TOO_LARGE if the page would draw it for long.
 */
export async function readSvg(source: ImageSource, path: string): Promise<Svg | undefined> {
  if (!(source instanceof Blob)) return undefined
  if (!isSvg(await source.slice(0, HEAD).text())) return undefined
  if (typeof Image === 'undefined') throw unidentified('an SVG, which only a page can draw', path)
  if (source.size > MAX_BYTES) throw tooLarge(`one of ${Math.round(source.size / 1e6)} MB`, path)
  const parsed = new DOMParser().parseFromString(await source.text(), TYPE)
  const root = parsed.documentElement
  if (root.localName !== 'svg' || parsed.querySelector('parsererror')) {
    throw unidentified('an SVG that is not well-formed', path)
  }
  checkSvgCost(root, (received) => {
    throw tooLarge(received, path)
  })
  const size = statedSize(root)
  return { size, draw: (drawn) => draw(root, size, drawn, path) }
}

function statedSize(root: Element): Size {
  const [, , width, height] = (root.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const box = width && height && width > 0 && height > 0 ? { width, height } : undefined
  const own = {
    width: pixels(root.getAttribute('width')),
    height: pixels(root.getAttribute('height')),
  }
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
function pixels(length: string | null): number | undefined {
  const [, number = '', unit = ''] =
    /^\s*\+?([\d.]+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(length ?? '') ?? []
  const value = Number(number) * (UNITS[unit.toLowerCase()] ?? Number.NaN)
  return number !== '' && value > 0 ? Math.min(value, MAX_SIDE) : undefined
}

async function draw(
  root: Element,
  stated: Size,
  { width, height }: Size,
  path: string,
): Promise<ImageBitmap> {
  const sized = root.cloneNode(true) as Element
  if (!sized.getAttribute('viewBox'))
    sized.setAttribute('viewBox', `0 0 ${stated.width} ${stated.height}`)
  sized.setAttribute('width', String(width))
  sized.setAttribute('height', String(height))
  try {
    const image = new Image(width, height)
    // Chromium lets nobody read what it has drawn from a blob: URL with HTML inside.
    image.src = `data:${TYPE};charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(sized))}`
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
