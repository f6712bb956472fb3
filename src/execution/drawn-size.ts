import { boxesInPercent } from '../plan/boxes.ts'
import { layout } from '../plan/geometry.ts'
import type { Size } from '../plan/size.ts'
import { targetSize } from '../plan/target-size.ts'
import type { NormalizedRequest } from '../request/normalize.ts'

/**
 * The size at which a drawing without pixels is drawn, so that it need not be scaled afterwards. Where the subject must
 * be found first, its own size at least.
 */
export function drawnSize(request: NormalizedRequest, source: Size): Size {
  const target = targetSize(request, source)
  const { scaled } = layout(source, target)
  const findsSubject = target.focus !== 'center' || target.minLengthOfItem
  return findsSubject && scaled.width < source.width ? source : scaled
}

/** The request with its percentages in pixels: those of the size that the drawing states. */
export function withPixels(request: NormalizedRequest, source: Size): NormalizedRequest {
  const scalable = boxesInPercent(request, source)
  if (request.print_size) return scalable
  const { width, height } = targetSize(request, source)
  return {
    ...scalable,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
  }
}
