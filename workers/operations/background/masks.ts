import type { Box, Size } from '../../../src/plan/size.ts'
import { boundingBox } from '../../image/bounding-box.ts'
import { emptyPlane, type Plane } from '../../image/plane.ts'

/** A mask of a crop as one of the whole image: 0 around it. */
export function placeMask(mask: Plane, { x, y }: Box, whole: Size): Plane {
  const out = emptyPlane(whole)
  for (let row = 0; row < mask.height; row++) {
    const values = mask.values.subarray(row * mask.width, (row + 1) * mask.width)
    out.values.set(values, (y + row) * whole.width + x)
  }
  return out
}

/** The maximum of two masks, in place of the first. */
export function unionMasks(mask: Plane, other: Plane): Plane {
  for (let i = 0; i < mask.values.length; i++) {
    mask.values[i] = Math.max(mask.values[i] as number, other.values[i] as number)
  }
  return mask
}

/**
 * The box of what a mask holds above `level`, with `margin` of its sides around it. Undefined where there is nothing.
 */
export function maskBox(
  { values, ...size }: Plane,
  level: number,
  margin: number,
): Box | undefined {
  const box = boundingBox(size, (i) => (values[i] as number) > level)
  if (!box) return undefined
  const [right, bottom] = [box.x + box.width, box.y + box.height]
  const [across, down] = [margin * box.width, margin * box.height]
  const x = Math.max(0, Math.floor(box.x - across))
  const y = Math.max(0, Math.floor(box.y - down))
  return {
    x,
    y,
    width: Math.min(size.width, Math.ceil(right + across)) - x,
    height: Math.min(size.height, Math.ceil(bottom + down)) - y,
  }
}

/** The share of a mask (above `level`) that is in another too (above `otherLevel`), 0 to 1. */
export function overlapShare(mask: Plane, level: number, other: Plane, otherLevel: number): number {
  let [count, both] = [0, 0]
  for (let i = 0; i < mask.values.length; i++) {
    if ((mask.values[i] as number) <= level) continue
    count++
    if ((other.values[i] as number) > otherLevel) both++
  }
  return count === 0 ? 0 : both / count
}
