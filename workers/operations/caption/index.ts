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

/** Padding where none is given, as a share of the picture's width. */
const PADDING = 0.05

/** Pixels of the caption that are made at most: a single one of its own may become more than memory holds. */
const MOST = defaultLimits.outputPixels

/**
 * Draws the input `caption` over the picture, in place; what stands out is cut off.
 * @throws DarkroomError TOO_LARGE on `caption.target_width_percentage`.
 */
const caption: Operation<Caption> = async (picture, step, context) => {
  const { at, widthPercent, padding = Math.round(picture.width * PADDING), opacity } = step
  const image = await context.input('caption')
  if (opacity === 0) return picture
  const width = Math.max(1, Math.round((picture.width * widthPercent) / 100))
  const height = Math.max(1, Math.round((image.height * width) / image.width))
  const x = placeCaption(along(at.horizontal), width, picture.width, padding, image.width)
  const y = placeCaption(along(at.vertical), height, picture.height, padding, image.height)
  if (!x || !y) return picture
  if (x.length * y.length > MOST) throw tooLarge(image, widthPercent)
  const part = cropImage(image, boxOf(x.source, y.source))
  const scaled = await scaledTo(part, x.length, y.length)
  await composite(picture, scaled, x.at, y.at, opacity, context)
  return picture
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
  picture: RasterImage,
  width: number,
  height: number,
): Promise<RasterImage> | RasterImage {
  if (picture.width === width && picture.height === height) return picture
  const filter = width < picture.width ? 'lanczos3' : 'catrom'
  return resample(picture, { width, height, filter })
}

export default caption
