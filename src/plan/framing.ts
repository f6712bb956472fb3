import type { NormalizedRequest } from '../request/normalize.ts'
import { unexpected } from '../shared/errors.ts'
import { boxInPixels, clipped, partIn } from './boxes.ts'
import { type Orientation, orientedSize, uprightBox } from './orientation.ts'
import { type Box, isSameSize, type Size } from './size.ts'

/** What of the upright source is seen, and which way up: `crop`, then `rotate` and `flip` as one orientation. */
export interface Framing {
  source: Size
  box: Box
  orientation: Orientation
  /** Of the picture that all other steps work on. */
  size: Size
}

/** By degrees clockwise, and by the flip after them. */
const orientations = {
  0: { none: 1, horizontal: 2, vertical: 4, both: 3 },
  90: { none: 6, horizontal: 5, vertical: 7, both: 8 },
  180: { none: 3, horizontal: 4, vertical: 2, both: 1 },
  270: { none: 8, horizontal: 7, vertical: 5, both: 6 },
} as const

/** @throws DarkroomError BAD_REQUEST on `crop` where nothing is left. */
export function framingOf(request: NormalizedRequest, { width, height }: Size): Framing {
  const { crop, rotate = 0, flip = 'none' } = request
  const source = { width, height }
  const box = crop ? clipped(boxInPixels(crop, source), source) : { x: 0, y: 0, ...source }
  if (!box) throw unexpected('crop', `a box with a part of the image of ${width} x ${height}`, crop)
  const orientation = orientations[rotate][flip]
  return { source, box, orientation, size: orientedSize(box, orientation) }
}

/** The size that all per cent of a request, but for its boxes, refer to. */
export const framedSize = (request: NormalizedRequest, source: Size): Size =>
  framingOf(request, source).size

export const isWhole = ({ source, box, orientation }: Framing): boolean =>
  orientation === 1 && isSameSize(box, source)

/** Where boxes of the source are in the picture, without what is not seen. */
export const boxesInPicture = (boxes: Box[], { box: seen, orientation }: Framing): Box[] =>
  boxes.flatMap((box) => {
    const part = partIn(box, seen)
    return part ? uprightBox(part, seen, orientation) : []
  })
