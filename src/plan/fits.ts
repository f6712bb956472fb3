import type { Box, Frame, Size } from './geometry.ts'

/** Whether the canvas is as large as the picture and its padding, instead of as asked. */
export const hugs = ({ fit }: Frame): boolean => fit === 'bounds' || fit === 'cover'

/** By how much a picture is scaled to stand in `inner`. `found` is the content or item of a crop. */
export function factorOf({ fit, focus }: Frame, source: Size, inner: Size, found?: Box): number {
  const contain = Math.min(...ratios(source, inner))
  const cover = Math.max(...ratios(source, inner))
  if (fit === 'canvas' || fit === 'bounds') return contain
  if (fit === 'cover' || !found || focus === 'center') return cover
  const shown = Math.min(...ratios(found, inner))
  // Content is shown whole where that is possible, and nothing is made smaller for it than it must be.
  return focus === 'item' ? shown : Math.max(contain, Math.min(cover, shown))
}

const ratios = (source: Size, room: Size) => [
  room.width / source.width,
  room.height / source.height,
]
