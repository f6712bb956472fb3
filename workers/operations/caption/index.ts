import { DarkroomError } from '../../../src/contract/errors.ts'
import { defaultLimits } from '../../../src/contract/plan/limits.ts'
import type { CaptionPosition, Step } from '../../../src/contract/plan/steps.ts'
import { composite } from '../../image/composite.ts'
import { cropImage } from '../../image/crop.ts'
import type { RasterImage } from '../../image/image.ts'
import { resample } from '../../image/resample.ts'
import type { Operation } from '../operation.ts'
import { placeCaption, type Side } from './placement.ts'

type Caption = Extract<Step, { op: 'caption' }>

/** Padding where none is given, as a share of the image's width. */
const PADDING = 0.05

/** Pixels of the caption that are made at most: a single one of its own may become more than memory holds. */
const MOST = defaultLimits.outputPixels

/**
 * Draws the input `caption` over the image, in place; what stands out is cut off.
 * @throws DarkroomError TOO_LARGE on `caption.target_width_percentage`.
 */
const caption: Operation<Caption> = async (image, step, context) => {
  const { at, widthPercent, padding = Math.round(image.width * PADDING), opacity } = step
  const overlay = await context.input('caption')
  if (opacity === 0) return image
  const width = Math.max(1, Math.round((image.width * widthPercent) / 100))
  const height = Math.max(1, Math.round((overlay.height * width) / overlay.width))
  const x = placeCaption(along(at.horizontal), width, image.width, padding, overlay.width)
  const y = placeCaption(along(at.vertical), height, image.height, padding, overlay.height)
  if (!x || !y) return image
  if (x.length * y.length > MOST) throw tooLarge(overlay, widthPercent)
  const part = cropImage(overlay, boxOf(x.source, y.source))
  const scaled = await scaledTo(part, x.length, y.length)
  await composite(image, scaled, x.at, y.at, opacity, context)
  return image
}

function tooLarge({ width, height }: RasterImage, widthPercent: number): DarkroomError {
  const path = 'caption.target_width_percentage'
  return new DarkroomError(
    'TOO_LARGE',
    `Expected a ${path} that a caption of ${width} x ${height} pixels can be enlarged to but received ${widthPercent}`,
    { path },
  )
}

const along = (side: CaptionPosition['horizontal'] | CaptionPosition['vertical']): Side =>
  side === 'middle' ? 'middle' : side === 'left' || side === 'top' ? 'start' : 'end'

const boxOf = (x: { from: number; length: number }, y: { from: number; length: number }) => ({
  x: x.from,
  y: y.from,
  width: x.length,
  height: y.length,
})

function scaledTo(
  image: RasterImage,
  width: number,
  height: number,
): Promise<RasterImage> | RasterImage {
  if (image.width === width && image.height === height) return image
  const filter = width < image.width ? 'lanczos3' : 'catrom'
  return resample(image, { width, height, filter })
}

export default caption
