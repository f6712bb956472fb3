import { paddedCanvas } from './padding.ts'
import type { Box, Size, TargetSize } from './size.ts'

export const atLeastOne = (pixels: number) => Math.max(1, Math.round(pixels))

/** The image scaled as a whole, the part of it that is seen, and where that part stands on the canvas. In pixels. */
export interface Layout {
  scaled: Size
  visible: Box
  canvas: Size
  x: number
  y: number
}

/**
 * Where an image of size `source` goes in `frame`. `found` is its content or item, in pixels of the source;
 * without it a crop is about the centre. Everything is rounded once, at the end.
 * @throws DarkroomError BAD_REQUEST on `padding` where it leaves no room.
 */
export function layout(source: Size, frame: TargetSize, found?: Box): Layout {
  const item = frame.fit === 'crop' && frame.focus === 'item' ? found : undefined
  const { inner, canvas: given } = paddedCanvas(item ?? source, frame)
  const fitted = scaleFactor(frame, source, inner, found)
  const canvas = hasFlexibleCanvas(frame)
    ? add(atLeastOnePixel(scale(source, fitted)), subtract(given, inner))
    : given
  const measured = item ?? (frame.minLengthOfItem ? found : undefined)
  const bound = lengthLimitFactor(frame, canvas, measured ? scale(measured, fitted) : canvas)
  const placed = {
    scaled: scale(source, fitted * bound),
    canvas: scale(canvas, bound),
    inner: scale(inner, bound),
    centre: centreOf(found, source),
    crops: frame.fit === 'crop',
    free: item !== undefined,
  }
  const x = layoutAxis(placed, 'width')
  const y = layoutAxis(placed, 'height')
  return {
    scaled: { width: x.scaled, height: y.scaled },
    visible: { x: x.from, y: y.from, width: x.shown, height: y.shown },
    canvas: { width: x.canvas, height: y.canvas },
    x: x.at,
    y: y.at,
  }
}

/** The factor that raises the shorter side to minLength and then lowers the longer one to maxLength. */
function lengthLimitFactor(
  { minLength, maxLength }: TargetSize,
  canvas: Size,
  shortest: Size,
): number {
  const up = Math.max(1, (minLength ?? 0) / Math.min(shortest.width, shortest.height))
  const longest = Math.max(canvas.width, canvas.height) * up
  return up * Math.min(1, (maxLength ?? longest) / longest)
}

interface Placement {
  scaled: Size
  canvas: Size
  inner: Size
  /** The middle of what a crop keeps in view, as shares of width and height. */
  centre: Size
  crops: boolean
  /** Around an item the padding shows what is there; other crops leave it empty. */
  free: boolean
}

/** One axis in whole pixels. */
function layoutAxis(placed: Placement, axis: 'width' | 'height') {
  const scaled = atLeastOne(placed.scaled[axis])
  const canvas = atLeastOne(placed.canvas[axis])
  const centre = placed.scaled[axis] * placed.centre[axis]
  if (placed.free) {
    const start = Math.round(centre - canvas / 2)
    const from = clamp(start, 0, scaled - 1)
    const shown = clamp(start + canvas, from + 1, scaled) - from
    return { scaled, canvas, from, shown, at: clamp(from - start, 0, canvas - shown) }
  }
  const shown = Math.min(scaled, canvas, placed.crops ? atLeastOne(placed.inner[axis]) : scaled)
  const from = clamp(Math.round(centre - shown / 2), 0, scaled - shown)
  return { scaled, canvas, from, shown, at: Math.floor((canvas - shown) / 2) }
}

const centreOf = (found: Box | undefined, source: Size): Size =>
  found
    ? {
        width: (found.x + found.width / 2) / source.width,
        height: (found.y + found.height / 2) / source.height,
      }
    : { width: 0.5, height: 0.5 }

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

const scale = ({ width, height }: Size, factor: number): Size => ({
  width: width * factor,
  height: height * factor,
})

/** Nothing is thinner than a pixel. */
const atLeastOnePixel = ({ width, height }: Size): Size => ({
  width: Math.max(1, width),
  height: Math.max(1, height),
})

const add = (a: Size, b: Size): Size => ({ width: a.width + b.width, height: a.height + b.height })
const subtract = (a: Size, b: Size): Size => add(a, scale(b, -1))

/** Whether the canvas is as large as the image and its padding, instead of as asked. */
const hasFlexibleCanvas = ({ fit }: TargetSize): boolean => fit === 'bounds' || fit === 'cover'

/** By how much an image is scaled to stand in `inner`. `found` is the content or item of a crop. */
function scaleFactor({ fit, focus }: TargetSize, source: Size, inner: Size, found?: Box): number {
  const contain = Math.min(...ratios(source, inner))
  const cover = Math.max(...ratios(source, inner))
  if (fit === 'canvas' || fit === 'bounds') return contain
  if (fit === 'cover' || !found || focus === 'center') return cover
  const shown = Math.min(...ratios(found, inner))
  // Content is shown whole where that is possible, and nothing is made smaller for it than it must be.
  return focus === 'item' ? shown : Math.max(contain, Math.min(cover, shown))
}

const ratios = (source: Size, room: Size) => [
  room.width / source.width,
  room.height / source.height,
]
