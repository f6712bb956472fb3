export type Side = 'start' | 'middle' | 'end'

/** Placement of a caption along one axis, in pixels: the source range to scale, its scaled length, and its position on the image. */
export interface Placed {
  source: { from: number; length: number }
  length: number
  at: number
}

/** Radius of the filter in pixels (Lanczos 3). */
const FILTER_RADIUS = 3

/**
 * Places a caption scaled from `original` to `scaled` pixels on a side of `room` pixels. Only its visible part, and the
 * margin that the filter reads, are scaled: a caption may be many times larger than the image. Undefined if no part is
 * visible.
 */
export function placeCaption(
  side: Side,
  scaled: number,
  room: number,
  padding: number,
  original: number,
): Placed | undefined {
  const start = startOf(side, scaled, room, padding)
  const visible = { from: Math.max(0, -start), to: Math.min(scaled, room - start) }
  if (visible.from >= visible.to) return undefined
  const factor = scaled / original
  const margin = FILTER_RADIUS * Math.max(1, 1 / factor)
  const from = Math.max(0, Math.floor(visible.from / factor - margin))
  const to = Math.min(original, Math.ceil(visible.to / factor + margin))
  const first = Math.round(from * factor)
  const length = Math.max(1, Math.round(to * factor) - first)
  return { source: { from, length: to - from }, length, at: start + first }
}

function startOf(side: Side, scaled: number, room: number, padding: number): number {
  if (side === 'start') return padding
  if (side === 'end') return room - padding - scaled
  return Math.floor((room - scaled) / 2)
}
