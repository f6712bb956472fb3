import { corrections } from '../request/background.ts'
import { inPixels } from '../request/lengths.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import type { Warning } from '../shared/warning.ts'
import { type Box, isSameSize, type Size } from './size.ts'

/** A box of a request, in pixels or per cent of the upright source. */
type RequestBox = NonNullable<NormalizedRequest['crop']>

/** Boxes in pixels of the source, without what lies outside of it. */
export const boxesWithin = (boxes: RequestBox[], source: Size): Box[] =>
  boxes.flatMap((box) => clipped(boxInPixels(box, source), source) ?? [])

export function boxInPixels({ x, y, width, height }: RequestBox, source: Size): Box {
  return {
    x: inPixels(x, source.width),
    y: inPixels(y, source.height),
    width: inPixels(width, source.width),
    height: inPixels(height, source.height),
  }
}

/** The part of a box that lies in an image; undefined if there is none. */
export function clipped({ x, y, width, height }: Box, image: Size): Box | undefined {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  const [right, bottom] = [Math.min(image.width, x + width), Math.min(image.height, y + height)]
  if (right <= left || bottom <= top) return undefined
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Where the part of a box is that another one holds, counted from the other's corner. */
export const partIn = (box: Box, { x, y, ...size }: Box): Box | undefined =>
  clipped({ ...box, x: box.x - x, y: box.y - y }, size)

/** What of the boxes of a request lies outside of its source, or of what `crop` leaves of that. */
export function outsideBoxes(request: NormalizedRequest, source: Size): Warning[] {
  const { keep = [], erase = [] } = corrections(request)
  const { crop } = request
  const seen = crop && clipped(boxInPixels(crop, source), source)
  const size = `the image of ${source.width} x ${source.height}`
  const warn = (box: RequestBox, path: string): Warning[] => {
    const whole = boxInPixels(box, source)
    const part = clipped(whole, source)
    if (!part) return [{ code: 'IGNORED', path, message: `${path} lies outside of ${size}` }]
    if (seen && !partIn(part, seen))
      return [{ code: 'IGNORED', path, message: `${path} lies outside of crop` }]
    if (isSameSize(part, whole)) return []
    return [{ code: 'LIMITED', path, message: `${path} was clipped to ${size}` }]
  }
  return [
    ...(crop ? warn(crop, 'crop') : []),
    ...keep.flatMap((box, i) => warn(box, `background.keep.${i}`)),
    ...erase.flatMap((box, i) => warn(box, `background.erase.${i}`)),
  ]
}

/** The boxes in per cent, which hold at any size that a drawing is drawn at. */
export function boxesInPercent(request: NormalizedRequest, source: Size): NormalizedRequest {
  const { background, crop } = request
  const percent = (pixels: number, of: number) => `${(100 * pixels) / of}%` as const
  const inPercent = (box: RequestBox) => {
    const { x, y, width, height } = boxInPixels(box, source)
    return {
      x: percent(x, source.width),
      y: percent(y, source.height),
      width: percent(width, source.width),
      height: percent(height, source.height),
    }
  }
  return {
    ...request,
    ...(crop && { crop: inPercent(crop) }),
    ...(background && {
      background: {
        ...background,
        ...(background.keep && { keep: background.keep.map(inPercent) }),
        ...(background.erase && { erase: background.erase.map(inPercent) }),
      },
    }),
  }
}
