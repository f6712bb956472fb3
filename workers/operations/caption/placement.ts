export type Side = 'start' | 'middle' | 'end'

/** One axis of a caption: the part of it that has to be scaled, to which length, and where that goes. In pixels. */
export interface Placed {
  source: { from: number; length: number }
  length: number
  at: number
}

/** Pixels around the visible part that the filter reads (Lanczos 3). */
const REACH = 3

/**
 * Where a caption of `scaled` pixels goes on a side of `room` pixels. Only what is seen of it, and what the filter
 * reads beside that, is scaled: a caption may be many times larger than the image. Undefined where nothing is seen.
 */
export function placeCaption(
  side: Side,
  scaled: number,
  room: number,
  padding: number,
  original: number,
): Placed | undefined {
  const start = startOf(side, scaled, room, padding)
  const seen = { from: Math.max(0, -start), to: Math.min(scaled, room - start) }
  if (seen.from >= seen.to) return undefined
  const factor = scaled / original
  const reach = REACH * Math.max(1, 1 / factor)
  const from = Math.max(0, Math.floor(seen.from / factor - reach))
  const to = Math.min(original, Math.ceil(seen.to / factor + reach))
  const first = Math.round(from * factor)
  const length = Math.max(1, Math.round(to * factor) - first)
  return { source: { from, length: to - from }, length, at: start + first }
}

function startOf(side: Side, scaled: number, room: number, padding: number): number {
  if (side === 'start') return padding
  if (side === 'end') return room - padding - scaled
  return Math.floor((room - scaled) / 2)
}
