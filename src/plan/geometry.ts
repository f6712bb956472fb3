import type { Length } from '../request/lengths.ts'
import { factorOf, hugs } from './fits.ts'
import { rooms } from './padding.ts'

export const atLeastOne = (pixels: number) => Math.max(1, Math.round(pixels))

export interface Size {
  width: number
  height: number
}

/** A rectangle, in pixels. */
export interface Box extends Size {
  x: number
  y: number
}

export type Fit = 'canvas' | 'bounds' | 'cover' | 'crop'
export type Focus = 'center' | 'content' | 'item'

/** What a request asks of sizes, for one source. In pixels, but for padding in per cent. */
export interface Frame {
  width?: number
  height?: number
  fit: Fit
  /** What a crop keeps in view. */
  focus: Focus
  padding: Length
  minLength?: number
  /** Whether `minLength` is of the item, where it is known, instead of the whole. */
  minOfItem?: true
  maxLength?: number
}

/** The picture scaled as a whole, the part of it that is seen, and where that part stands on the canvas. In pixels. */
export interface Layout {
  scaled: Size
  visible: Box
  canvas: Size
  x: number
  y: number
}

/**
 * Where a picture of size `source` goes in `frame`. `found` is its content or item, in pixels of the source;
 * without it a crop is about the centre. Everything is rounded once, at the end.
 * @throws DarkroomError BAD_REQUEST on `padding` where it leaves no room.
 */
export function layout(source: Size, frame: Frame, found?: Box): Layout {
  const item = frame.fit === 'crop' && frame.focus === 'item' ? found : undefined
  const { inner, canvas: given } = rooms(item ?? source, frame)
  const fitted = factorOf(frame, source, inner, found)
  const canvas = hugs(frame) ? plus(visibly(times(source, fitted)), minus(given, inner)) : given
  const measured = item ?? (frame.minOfItem ? found : undefined)
  const bound = boundOf(frame, canvas, measured ? times(measured, fitted) : canvas)
  const placed = {
    scaled: times(source, fitted * bound),
    canvas: times(canvas, bound),
    inner: times(inner, bound),
    centre: centreOf(found, source),
    crops: frame.fit === 'crop',
    free: item !== undefined,
  }
  const x = along(placed, 'width')
  const y = along(placed, 'height')
  return {
    scaled: { width: x.scaled, height: y.scaled },
    visible: { x: x.from, y: y.from, width: x.shown, height: y.shown },
    canvas: { width: x.canvas, height: y.canvas },
    x: x.at,
    y: y.at,
  }
}

/** The factor that raises the shorter side to minLength and then lowers the longer one to maxLength. */
function boundOf({ minLength, maxLength }: Frame, canvas: Size, shortest: Size): number {
  const up = Math.max(1, (minLength ?? 0) / Math.min(shortest.width, shortest.height))
  const longest = Math.max(canvas.width, canvas.height) * up
  return up * Math.min(1, (maxLength ?? longest) / longest)
}

interface Placed {
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
function along(placed: Placed, axis: 'width' | 'height') {
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

const times = ({ width, height }: Size, factor: number): Size => ({
  width: width * factor,
  height: height * factor,
})

/** Nothing is thinner than a pixel. */
const visibly = ({ width, height }: Size): Size => ({
  width: Math.max(1, width),
  height: Math.max(1, height),
})

const plus = (a: Size, b: Size): Size => ({ width: a.width + b.width, height: a.height + b.height })
const minus = (a: Size, b: Size): Size => plus(a, times(b, -1))
