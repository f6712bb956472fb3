import type { Box, Size } from '../../src/plan/size.ts'
import { emptyPlane, type Plane } from './plane.ts'

/** The smallest box around the values above `from` and below `to`, with `margin` pixels around it; one pixel where there are none. */
export function boxAround(
  { width, height, values }: Plane,
  [from, to]: [from: number, to: number],
  margin: number,
): Box {
  let [left, right, top, bottom] = [width, 0, height, 0]
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number
    if (value <= from || value >= to) continue
    const [x, y] = [i % width, Math.floor(i / width)]
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = y + 1
  }
  if (right === 0) return { x: 0, y: 0, width: 1, height: 1 }
  const [x, y] = [Math.max(0, left - margin), Math.max(0, top - margin)]
  return {
    x,
    y,
    width: Math.min(width, right + margin) - x,
    height: Math.min(height, bottom + margin) - y,
  }
}

/** A copy of a part of a plane. */
export function cropPlane(plane: Plane, { x, y, width, height }: Box): Plane {
  const part = emptyPlane({ width, height })
  for (let row = 0; row < height; row++) {
    const start = (y + row) * plane.width + x
    part.values.set(plane.values.subarray(start, start + width), row * width)
  }
  return part
}

/** A plane of a size that is 0 but for this part of it. */
export const placedIn = (size: Size, box: Box, part: Plane): Plane =>
  put(emptyPlane(size), box, part)

/** A copy of a plane with this part in place of its own. */
export const placedOn = (plane: Plane, box: Box, part: Plane): Plane =>
  put({ ...plane, values: plane.values.slice() }, box, part)

/** In place. */
function put(plane: Plane, { x, y, width, height }: Box, part: Plane): Plane {
  for (let row = 0; row < height; row++)
    plane.values.set(
      part.values.subarray(row * width, (row + 1) * width),
      (y + row) * plane.width + x,
    )
  return plane
}
