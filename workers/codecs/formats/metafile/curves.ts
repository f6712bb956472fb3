import type { Box, Point } from './commands.ts'

/** A figure: where it begins, then curves of two control points and an end. */
export interface Curve {
  start: Point
  beziers: [Point, Point, Point][]
}

/** An arc of an ellipse inside a box, from one angle by a sweep, in radians, y down; a curve for each quarter. */
export function arc([left, top, right, bottom]: Box, start: number, sweep: number): Curve {
  const [cx, cy] = [(left + right) / 2, (top + bottom) / 2]
  const [rx, ry] = [(right - left) / 2, (bottom - top) / 2]
  const at = (x: number, y: number): Point => [cx + x * rx, cy + y * ry]
  const parts = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9))
  const step = sweep / parts
  const k = (4 / 3) * Math.tan(step / 4)
  const beziers = Array.from({ length: parts }, (_, i): [Point, Point, Point] => {
    const [u, v] = [start + i * step, start + (i + 1) * step]
    const [cosU, sinU, cosV, sinV] = [Math.cos(u), Math.sin(u), Math.cos(v), Math.sin(v)]
    return [
      at(cosU - k * sinU, sinU + k * cosU),
      at(cosV + k * sinV, sinV - k * cosV),
      at(cosV, sinV),
    ]
  })
  return { start: at(Math.cos(start), Math.sin(start)), beziers }
}

export const ellipse = (box: Box): Curve => arc(box, 0, 2 * Math.PI)

/**
 * The angle and sweep of the arc between the rays from the middle of a box through two points, counterclockwise as it
 * is seen with y down, or clockwise. The same ray twice: the whole ellipse.
 */
export function arcBetween(
  [left, top, right, bottom]: Box,
  from: Point,
  to: Point,
  clockwise: boolean,
): { start: number; sweep: number } {
  const angle = ([x, y]: Point) =>
    Math.atan2(
      (y - (top + bottom) / 2) / (bottom - top || 1),
      (x - (left + right) / 2) / (right - left || 1),
    )
  const start = angle(from)
  const turn = 2 * Math.PI
  const ahead = (((angle(to) - start) % turn) + turn) % turn
  return { start, sweep: clockwise ? ahead || turn : ahead - turn }
}

/** The outline of a box whose corners are quarters of an ellipse of this size. */
export function roundBox(box: Box, corner: Point): { start: Point; parts: (Point | Curve)[] } {
  const left = Math.min(box[0], box[2])
  const right = Math.max(box[0], box[2])
  const top = Math.min(box[1], box[3])
  const bottom = Math.max(box[1], box[3])
  const w = Math.min(Math.abs(corner[0]), right - left)
  const h = Math.min(Math.abs(corner[1]), bottom - top)
  const quarter = (x: number, y: number, i: number) =>
    arc([x, y, x + w, y + h], (i * Math.PI) / 2, Math.PI / 2)
  const corners = [
    quarter(right - w, bottom - h, 0),
    quarter(left, bottom - h, 1),
    quarter(left, top, 2),
    quarter(right - w, top, 3),
  ]
  return {
    start: [right, bottom - h / 2],
    parts: corners.flatMap((curve) => [curve.start, curve]),
  }
}
