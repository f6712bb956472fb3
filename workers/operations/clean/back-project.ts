import type { Size } from '../../../src/contract/plan/size.ts'
import { mapPlane, type Plane } from '../../image/plane.ts'
import {
  type Alignment,
  type AxisAlignment,
  invertAlignment,
  type Kernel,
  resamplePlane,
} from './resample-plane.ts'

/** The small plane whose enlargement comes nearest to a large one, and by how much it misses. */
export interface Fit {
  small: Plane
  /** Mean square of what is left, where the small plane lies. */
  error: number
}

/** `alignment`: how the small grid lies on the large one. Iterative back-projection (M. Irani, S. Peleg, "Improving Resolution by Image Registration", CVGIP 1991). */
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
    const missing = resamplePlane(residual(large, small, up, kernel), size, alignment, down)
    const before = small.values
    small = mapPlane((k) => (before[k] as number) + (missing.values[k] as number), size)
  }
  return { small, error: meanSquare(residual(large, small, up, kernel), size, alignment) }
}

/** Over the pixels whose middle lies on the small grid. */
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

function residual(large: Plane, small: Plane, up: Alignment, kernel: Kernel): Plane {
  const enlarged = resamplePlane(small, large, up, kernel).values
  return mapPlane((i) => (large.values[i] as number) - (enlarged[i] as number), large)
}
