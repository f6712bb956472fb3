import { exceeded, ignored, limitedSizes, notReached } from '../request/ineffective.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import { presetContents } from '../request/presets.ts'
import type { Warning } from '../shared/warning.ts'
import { layout } from './geometry.ts'
import { square } from './remote-step.ts'
import type { Size, TargetSize } from './size.ts'

/** Sizes of the caller's that a limit changes: those that show once the picture is laid out. Of the others `normalize` warns. */
export function limitedLengths(
  request: NormalizedRequest,
  target: TargetSize,
  picture: Size,
): Warning[] {
  const { minLength = 0, maxLength, ...unlimited } = target
  const laidOut = followsItem(target) ? square : picture
  const [asked, made] = [unlimited, target].map((size) => layout(laidOut, size).canvas) as [
    Size,
    Size,
  ]
  const told = limitedSizes(request)
  const reasonOf = (side: 'width' | 'height') => {
    if (told[side] || !isOwn(request, side)) return false
    if (made[side] < asked[side]) return notReached(made[side])
    return made[side] > asked[side] && exceeded(minLength)
  }
  const shorter = Math.min(made.width, made.height)
  const lengths = {
    width: reasonOf('width'),
    height: reasonOf('height'),
    min_length: !told.min_length && shorter < minLength && notReached(shorter),
  }
  return ignored(lengths, 'LIMITED')
}

/** Whether the ratio of the canvas is not known yet. On a square a limit changes only what it changes at any ratio. */
const followsItem = ({ fit, focus, width, height }: TargetSize): boolean =>
  fit === 'crop' && focus === 'item' && (width === undefined || height === undefined)

/** Of a preset's own sizes nobody is warned. */
const isOwn = (request: NormalizedRequest, side: 'width' | 'height'): boolean =>
  request[side] !== undefined && request[side] !== presetContents.get(request.preset ?? '')?.[side]
