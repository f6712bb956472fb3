import type { Size } from '../../../src/contract/plan/size.ts'
import { emptyPlane, type Plane } from '../../image/plane.ts'

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

/** Resamples a plane to a grid at position `alignment`; filters are widened for downscaling. */
export function resamplePlane(plane: Plane, to: Size, alignment: Alignment, filter: Filter): Plane {
  const across = emptyPlane({ width: to.width, height: plane.height })
  const columns = filterTaps(plane.width, to.width, alignment.x, filter)
  for (let y = 0; y < plane.height; y++) {
    resampleLine(plane.values, y * plane.width, 1, across.values, y * to.width, 1, columns)
  }
  const out = emptyPlane(to)
  const rows = filterTaps(plane.height, to.height, alignment.y, filter)
  for (let x = 0; x < to.width; x++)
    resampleLine(across.values, x, to.width, out.values, x, to.width, rows)
  return out
}

/** For each output value, the indices of the input values that it averages, and their weights. */
interface Taps {
  from: Int32Array[]
  weights: Float32Array[]
}

function filterTaps(
  from: number,
  to: number,
  { step, offset }: AxisAlignment,
  filter: Filter,
): Taps {
  const { weight, radius } = filters[filter]
  const widening = Math.max(1, step)
  const taps: Taps = { from: [], weights: [] }
  for (let i = 0; i < to; i++) {
    const center = (i + 0.5) * step + offset - 0.5
    const first = Math.ceil(center - radius * widening - 1e-6)
    const count = Math.floor(center + radius * widening + 1e-6) - first + 1
    const raw = Array.from({ length: count }, (_, k) => weight((first + k - center) / widening))
    const sum = raw.reduce((a, b) => a + b, 0)
    taps.weights.push(Float32Array.from(raw, (value) => value / sum))
    const clamped = (k: number) => Math.min(Math.max(first + k, 0), from - 1)
    taps.from.push(Int32Array.from({ length: count }, (_, k) => clamped(k)))
  }
  return taps
}

function resampleLine(
  from: Float32Array,
  start: number,
  step: number,
  to: Float32Array,
  toStart: number,
  toStep: number,
  taps: Taps,
): void {
  for (const [i, weights] of taps.weights.entries()) {
    const indices = taps.from[i] as Int32Array
    let sum = 0
    for (let k = 0; k < weights.length; k++) {
      sum += (weights[k] as number) * (from[start + (indices[k] as number) * step] as number)
    }
    to[toStart + i * toStep] = sum
  }
}
