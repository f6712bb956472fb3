import type { Box, Size } from '../../src/plan/size.ts'
import type { RasterImage } from '../image/image.ts'
import { emptyPlane, type Plane } from '../image/plane.ts'

/** Side of a window in pixels, and what neighbours share, so that no 8 x 8 block lies between two. */
const SIDE = 128
const OVERLAP = 8
/** Most windows: of a larger image a sample is looked at, about a megapixel. */
const MOST = 64

/** A part of an image: planes of 0 to 255. What is transparent is NaN, and so is all that is computed from it. */
export interface Window extends Box {
  luma: Plane
  /** Red and blue, each minus green. */
  chroma: [Plane, Plane]
}

/** The windows of an image: all of it, or an even sample of a large one. */
export function windowsOf(image: Size): Box[] {
  const [columns, rows] = [starts(image.width), starts(image.height)]
  const excess = Math.sqrt(Math.max(1, (columns.length * rows.length) / MOST))
  const xs = sample(columns, Math.ceil(columns.length / excess))
  const ys = sample(rows, Math.floor(rows.length / excess) || 1)
  return ys.flatMap((y) =>
    xs.map((x) => ({
      x,
      y,
      width: Math.min(SIDE, image.width - x),
      height: Math.min(SIDE, image.height - y),
    })),
  )
}

function starts(length: number): number[] {
  const count = Math.max(1, Math.ceil((length - OVERLAP) / (SIDE - OVERLAP)))
  return Array.from({ length: count }, (_, i) => i * (SIDE - OVERLAP))
}

const sample = (values: number[], count: number): number[] =>
  Array.from(
    { length: count },
    (_, i) => values[Math.floor(((i + 0.5) * values.length) / count)] as number,
  )

export function readWindow({ pixels, width }: RasterImage, box: Box): Window {
  const window: Window = {
    ...box,
    luma: emptyPlane(box),
    chroma: [emptyPlane(box), emptyPlane(box)],
  }
  for (let y = 0, to = 0; y < box.height; y++) {
    let from = ((box.y + y) * width + box.x) * 4
    for (let x = 0; x < box.width; x++, from += 4, to++) {
      const [red, green, blue] = [pixels[from], pixels[from + 1], pixels[from + 2]] as number[] as [
        number,
        number,
        number,
      ]
      const visible = pixels[from + 3] === 255
      window.luma.values[to] = visible ? 0.299 * red + 0.587 * green + 0.114 * blue : Number.NaN
      window.chroma[0].values[to] = visible ? red - green : Number.NaN
      window.chroma[1].values[to] = visible ? blue - green : Number.NaN
    }
  }
  return window
}
