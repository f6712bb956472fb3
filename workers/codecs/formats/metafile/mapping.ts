import type { Box, Matrix, Point } from './commands.ts'

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** The matrix that does `first`, then `second`. */
export function compose(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first
  const [A, B, C, D, E, F] = second
  return [
    a * A + b * C,
    a * B + b * D,
    c * A + d * C,
    c * B + d * D,
    e * A + f * C + E,
    e * B + f * D + F,
  ]
}

export const apply = ([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point => [
  a * x + c * y + e,
  b * x + d * y + f,
]

/** How much longer the sides of a square become, on average. */
export const scaleOf = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c))

/** The matrix that maps one box onto another. */
export function boxToBox([l, t, r, b]: Box, [left, top, right, bottom]: Box): Matrix {
  const [x, y] = [(right - left) / (r - l || 1), (bottom - top) / (b - t || 1)]
  return [x, 0, 0, y, left - l * x, top - t * y]
}

/** Millimeters of a unit of the mapping modes of fixed scale: tenths, hundredths, 1/100, 1/1000, 1/1440 inch. */
const MILLIMETERS: Record<number, number> = { 2: 0.1, 3: 0.01, 4: 0.254, 5: 0.0254, 6: 25.4 / 1440 }

const TEXT = 1
const ISOTROPIC = 7

/** A part of the plane: where it begins, and what it is long and wide. */
export interface Frame {
  origin: Point
  extent: Point
}

/** From page units to device units (MS-EMF 2.1.21): the window onto the viewport, unless the mode fixes the scale. */
export function pageToDevice(
  mode: number,
  window: Frame,
  viewport: Frame,
  perMillimeter: Point,
): Matrix {
  const [x, y] = scales(mode, window, viewport, perMillimeter)
  return [
    x,
    0,
    0,
    y,
    viewport.origin[0] - window.origin[0] * x,
    viewport.origin[1] - window.origin[1] * y,
  ]
}

function scales(mode: number, window: Frame, viewport: Frame, perMillimeter: Point): Point {
  if (mode === TEXT) return [1, 1]
  const unit = MILLIMETERS[mode]
  if (unit) return [unit * perMillimeter[0], -unit * perMillimeter[1]]
  const x = viewport.extent[0] / (window.extent[0] || 1)
  const y = viewport.extent[1] / (window.extent[1] || 1)
  if (mode !== ISOTROPIC) return [x, y]
  const least = Math.min(Math.abs(x), Math.abs(y))
  return [Math.sign(x) * least, Math.sign(y) * least]
}
