import type { Size } from '../../../src/plan/size.ts'
import type { Plane } from '../../image/plane.ts'
import { resizeByTaps, type Taps, tapsOf } from '../../image/taps.ts'

/** Interpolations by which images are commonly enlarged. */
export type Kernel = 'nearest' | 'bilinear' | 'bicubic'
/** `box` scales nearest-neighbor enlargements down, `triangle` the others: each averages the pixels that one source pixel became. */
type Filter = Kernel | 'box' | 'triangle'

const triangle = (x: number) => Math.max(0, 1 - Math.abs(x))
const box = (x: number) => (x > -0.5 && x <= 0.5 ? 1 : 0)

/** Keys' cubic convolution with a = -0.5 (1981). */
function cubic(x: number): number {
  const d = Math.abs(x)
  if (d < 1) return (1.5 * d - 2.5) * d * d + 1
  return d < 2 ? ((-0.5 * d + 2.5) * d - 4) * d + 2 : 0
}

/** The response at a distance, and the filter's radius, in pixels of the smaller grid. */
const filters: Record<Filter, { weight: (x: number) => number; radius: number }> = {
  nearest: { weight: box, radius: 0.5 },
  bilinear: { weight: triangle, radius: 1 },
  bicubic: { weight: cubic, radius: 2 },
  box: { weight: box, radius: 0.5 },
  triangle: { weight: triangle, radius: 1 },
}

/** Position of a grid on another along one axis: the length of its pixels there, and where the first one begins. */
export interface AxisAlignment {
  step: number
  offset: number
}

/** Position of a grid on another along both axes. */
export interface Alignment {
  x: AxisAlignment
  y: AxisAlignment
}

/** The inverse: the position of the other grid on this one. */
export const invertAlignment = ({ x, y }: Alignment): Alignment => {
  const inverted = ({ step, offset }: AxisAlignment) => ({ step: 1 / step, offset: -offset / step })
  return { x: inverted(x), y: inverted(y) }
}

/** Resamples planes of a size to a grid at position `alignment`; filters are widened for downscaling. */
export function planeResampler(
  from: Size,
  to: Size,
  alignment: Alignment,
  filter: Filter,
): (plane: Plane) => Plane {
  const columns = filterTaps(from.width, to.width, alignment.x, filter)
  const rows = filterTaps(from.height, to.height, alignment.y, filter)
  return (plane) => resizeByTaps(plane, to, columns, rows)
}

function filterTaps(
  from: number,
  to: number,
  { step, offset }: AxisAlignment,
  filter: Filter,
): Taps {
  const { weight, radius } = filters[filter]
  const widening = Math.max(1, step)
  const reach = radius * widening + 1e-6
  return tapsOf(from, to, (i) => {
    const center = (i + 0.5) * step + offset - 0.5
    const first = Math.ceil(center - reach)
    const raw = Array.from({ length: Math.floor(center + reach) - first + 1 }, (_, k) =>
      weight((first + k - center) / widening),
    )
    const sum = raw.reduce((a, b) => a + b, 0)
    return { first, weights: raw.map((value) => value / sum) }
  })
}
