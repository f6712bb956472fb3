import type { Box, Size } from '../../../src/contract/plan/size.ts'
import { emptyPlane, type Plane } from '../../image/plane.ts'

/** A mask of a part as one of the whole: 0 around it. */
export function placed(mask: Plane, { x, y }: Box, whole: Size): Plane {
  const out = emptyPlane(whole)
  for (let row = 0; row < mask.height; row++) {
    const values = mask.values.subarray(row * mask.width, (row + 1) * mask.width)
    out.values.set(values, (y + row) * whole.width + x)
  }
  return out
}

/** What either of two masks holds. Changes the first. */
export function joined(mask: Plane, other: Plane): Plane {
  for (let i = 0; i < mask.values.length; i++) {
    mask.values[i] = Math.max(mask.values[i] as number, other.values[i] as number)
  }
  return mask
}

/**
 * The box of what a mask holds above `level`, with `margin` of its sides around it. Undefined where there is nothing.
 */
export function maskBox({ values, width, height }: Plane, level: number, margin: number) {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((values[y * width + x] as number) <= level) continue
      if (x < left) left = x
      if (x > right) right = x
      if (top > y) top = y
      bottom = y
    }
  }
  if (right < 0) return undefined
  const across = margin * (right + 1 - left)
  const down = margin * (bottom + 1 - top)
  const x = Math.max(0, Math.floor(left - across))
  const y = Math.max(0, Math.floor(top - down))
  return {
    x,
    y,
    width: Math.min(width, Math.ceil(right + 1 + across)) - x,
    height: Math.min(height, Math.ceil(bottom + 1 + down)) - y,
  } satisfies Box
}

/** The share of a mask (above `level`) that another sees too, above `other`. */
export function shared(mask: Plane, level: number, seen: Plane, other: number): number {
  let [count, both] = [0, 0]
  for (let i = 0; i < mask.values.length; i++) {
    if ((mask.values[i] as number) <= level) continue
    count++
    if ((seen.values[i] as number) > other) both++
  }
  return count === 0 ? 0 : both / count
}
