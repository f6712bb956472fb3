import { corrections } from '../request/background.ts'
import { inPixels } from '../request/lengths.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import type { Warning } from '../shared/warning.ts'
import { type Box, isSameSize, type Size } from './size.ts'

/** A box of a request, in pixels or per cent of the upright source. */
type RequestBox = NonNullable<NonNullable<NormalizedRequest['background']>['keep']>[number]

/** Boxes in pixels of the source, without what lies outside of it. */
export const boxesWithin = (boxes: RequestBox[], source: Size): Box[] =>
  boxes.flatMap((box) => clipped(inPixelsOf(box, source), source) ?? [])

function inPixelsOf({ x, y, width, height }: RequestBox, source: Size): Box {
  return {
    x: inPixels(x, source.width),
    y: inPixels(y, source.height),
    width: inPixels(width, source.width),
    height: inPixels(height, source.height),
  }
}

function clipped({ x, y, width, height }: Box, source: Size): Box | undefined {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  const [right, bottom] = [Math.min(source.width, x + width), Math.min(source.height, y + height)]
  if (right <= left || bottom <= top) return undefined
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** What of the boxes of a request lies outside of its source. */
export function outsideBoxes(request: NormalizedRequest, source: Size): Warning[] {
  const { keep = [], erase = [] } = corrections(request)
  return Object.entries({ keep, erase }).flatMap(([name, boxes]) =>
    boxes.flatMap((box, i): Warning[] => {
      const path = `background.${name}.${i}`
      const whole = inPixelsOf(box, source)
      const part = clipped(whole, source)
      const size = `the image of ${source.width} x ${source.height}`
      if (!part) return [{ code: 'IGNORED', path, message: `${path} lies outside of ${size}` }]
      if (isSameSize(part, whole)) return []
      return [{ code: 'LIMITED', path, message: `${path} was clipped to ${size}` }]
    }),
  )
}

/** The boxes in per cent, which hold at any size that a drawing is drawn at. */
export function boxesInPercent(request: NormalizedRequest, source: Size): NormalizedRequest {
  const { background } = request
  if (!background?.keep && !background?.erase) return request
  const percent = (pixels: number, of: number) => `${(100 * pixels) / of}%` as const
  const inPercent = (boxes: RequestBox[]) =>
    boxes.map((box) => {
      const { x, y, width, height } = inPixelsOf(box, source)
      return {
        x: percent(x, source.width),
        y: percent(y, source.height),
        width: percent(width, source.width),
        height: percent(height, source.height),
      }
    })
  return {
    ...request,
    background: {
      ...background,
      ...(background.keep && { keep: inPercent(background.keep) }),
      ...(background.erase && { erase: inPercent(background.erase) }),
    },
  }
}
