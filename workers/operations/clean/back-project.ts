import type { Size } from '../../../src/plan/size.ts'
import { emptyPlane, type Plane } from '../../image/plane.ts'
import {
  type Alignment,
  type AxisAlignment,
  invertAlignment,
  type Kernel,
  planeResampler,
} from './resample-plane.ts'

/** The small plane whose enlargement is closest to a large one, and the error that remains. */
export interface Fit {
  small: Plane
  /** Mean square of the residual over the area of the small plane. */
  error: number
}

/**
 * Iterative back-projection (M. Irani, S. Peleg, "Improving Resolution by Image Registration", CVGIP 1991).
 * @param alignment - the position of the small grid on the large one.
 */
export function backProject(
  large: Plane,
  size: Size,
  alignment: Alignment,
  kernel: Kernel,
  iterations: number,
): Fit {
  const filter = kernel === 'nearest' ? 'box' : 'triangle'
  const reduce = planeResampler(large, size, alignment, filter)
  const enlarge = planeResampler(size, large, invertAlignment(alignment), kernel)
  let small = reduce(large)
  for (let i = 0; i < iterations; i++)
    small = combine(small, reduce(difference(large, enlarge(small))), 1)
  return { small, error: meanSquare(difference(large, enlarge(small)), size, alignment) }
}

/** The mean square over the pixels whose center lies on the small grid. */
function meanSquare({ values, width }: Plane, size: Size, { x, y }: Alignment): number {
  const range = ({ step, offset }: AxisAlignment, count: number) =>
    [offset, offset + count * step].map((edge) => Math.ceil(edge - 0.5 - 1e-6)) as [number, number]
  const [left, right] = range(x, size.width)
  const [top, bottom] = range(y, size.height)
  let sum = 0
  for (let row = top; row < bottom; row++) {
    for (let i = row * width + left; i < row * width + right; i++) sum += (values[i] as number) ** 2
  }
  return sum / ((right - left) * (bottom - top))
}

/** The sum of a plane and `weight` times another of the same size. A plain loop, as this runs for millions of pixels. */
function combine(a: Plane, b: Plane, weight: number): Plane {
  const sum = emptyPlane(a)
  for (let i = 0; i < sum.values.length; i++)
    sum.values[i] = (a.values[i] as number) + weight * (b.values[i] as number)
  return sum
}

const difference = (a: Plane, b: Plane) => combine(a, b, -1)
