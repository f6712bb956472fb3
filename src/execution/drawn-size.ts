import { boxesInPercent } from '../plan/boxes.ts'
import { framedSize } from '../plan/framing.ts'
import { layout } from '../plan/geometry.ts'
import type { Limits } from '../plan/limits.ts'
import type { Size } from '../plan/size.ts'
import { targetSize } from '../plan/target-size.ts'
import { isFramed } from '../request/framing.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import { ofWidth } from '../request/sizes.ts'

/**
 * The size at which a drawing without pixels is drawn, so that it need not be scaled afterwards. Where the subject must
 * be found first, its own size at least. Of a small part the whole may be too large: then it is drawn as large as it may be.
 */
export function drawnSize(request: NormalizedRequest, source: Size, limits: Limits): Size {
  const picture = framedSize(request, source)
  const { sizes } = request
  // A drawing has no width that is its largest.
  const target = targetSize(sizes ? ofWidth(request, Math.max(...sizes)) : request, picture)
  const { scaled } = layout(picture, target)
  const findsSubject = target.focus !== 'center' || target.minLengthOfItem
  if (findsSubject && scaled.width < picture.width) return source
  if (!isFramed(request)) return scaled
  const largest = Math.sqrt(limits.decodedPixels / (source.width * source.height))
  const factor = Math.min(longest(scaled) / longest(picture), Math.max(1, 0.999 * largest))
  return {
    width: Math.ceil(source.width * factor),
    height: Math.ceil(source.height * factor),
  }
}

const longest = ({ width, height }: Size) => Math.max(width, height)

/** The request with its percentages in pixels: those of the size that the drawing states. */
export function withPixels(request: NormalizedRequest, source: Size): NormalizedRequest {
  const scalable = boxesInPercent(request, source)
  if (request.print_size || request.sizes) return scalable
  const { width, height } = targetSize(request, framedSize(request, source))
  return {
    ...scalable,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
  }
}
