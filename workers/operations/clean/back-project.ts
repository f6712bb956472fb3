import type { Size } from '../../../src/contract/plan/size.ts'
import { mapPlane, type Plane } from '../../image/plane.ts'
import {
  type Alignment,
  type AxisAlignment,
  invertAlignment,
  type Kernel,
  resamplePlane,
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
  const down = kernel === 'nearest' ? 'box' : 'triangle'
  const up = invertAlignment(alignment)
  let small = resamplePlane(large, size, alignment, down)
  for (let i = 0; i < iterations; i++) {
    const correction = resamplePlane(residual(large, small, up, kernel), size, alignment, down)
    const before = small.values
    small = mapPlane((k) => (before[k] as number) + (correction.values[k] as number), size)
  }
  return { small, error: meanSquare(residual(large, small, up, kernel), size, alignment) }
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

/** The large plane minus the enlargement of the small one. */
function residual(large: Plane, small: Plane, up: Alignment, kernel: Kernel): Plane {
  const enlarged = resamplePlane(small, large, up, kernel).values
  return mapPlane((i) => (large.values[i] as number) - (enlarged[i] as number), large)
}
