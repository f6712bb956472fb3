import type { Size } from '../../../src/plan/size.ts'
import type { CaptionPosition } from '../../../src/plan/steps.ts'
import { DarkroomError } from '../../../src/shared/errors.ts'
import { convertTo } from '../../image/color-conversion.ts'
import { composite } from '../../image/composite.ts'
import { cropImage } from '../../image/crop.ts'
import { isInvisible, type RasterImage } from '../../image/image.ts'
import { beside, peakOf, resampleMemory, rgbaBytes } from '../../image/memory.ts'
import { scaleTo } from '../../image/resample.ts'
import type { Operation, StepOf } from '../operation.ts'
import { type Placed, placeCaption, type Side } from './placement.ts'

type Caption = StepOf<'caption'>

/** Default padding as a share of the image's width. */
const DEFAULT_PADDING = 0.05

/**
 * Draws the input `caption` over the image, in place; parts outside the image are cut off.
 * @throws DarkroomError TOO_LARGE on `caption.target_width_percentage`.
 */
const caption: Operation<Caption> = {
  async run(image, step, context) {
    const overlay = await context.input('caption')
    if (step.opacity === 0) return image
    const placed = placeOn(image, overlay, step)
    if (!placed) {
      context.observe({ captionUnseen: 'outside' })
      return image
    }
    const { x, y } = placed
    // A caption of few pixels may be enlarged beyond what memory holds.
    if (x.length * y.length > step.maxPixels) throw tooLarge(overlay, step.widthPercent)
    const part = cropImage(overlay, boxOf(x.source, y.source))
    const scaled = await scaleTo(part, { width: x.length, height: y.length })
    if (isInvisible(scaled)) context.observe({ captionUnseen: 'transparent' })
    convertTo(scaled, image)
    await composite(image, scaled, x.at, y.at, step.opacity, context)
    return image
  },
  inputs: () => ['caption'],
  memory(image, step, { caption: overlay }) {
    const placed = step.opacity > 0 ? placeOn(image, overlay, step) : undefined
    const decoding = { arrays: rgbaBytes(image) + overlay.decodeBytes }
    if (!placed || placed.x.length * placed.y.length > step.maxPixels) return decoding
    const { x, y } = placed
    const part = { ...boxOf(x.source, y.source), alpha: overlay.alpha }
    const to = { width: x.length, height: y.length }
    return peakOf(decoding, beside(rgbaBytes(image) + rgbaBytes(overlay), resampleMemory(part, to)))
  },
}

/** The caption's placement along both axes. Undefined if no part of it is visible. */
function placeOn(image: Size, overlay: Size, { at, widthPercent, padding }: Caption) {
  const margin = padding ?? Math.round(image.width * DEFAULT_PADDING)
  const width = Math.max(1, Math.round((image.width * widthPercent) / 100))
  const height = Math.max(1, Math.round((overlay.height * width) / overlay.width))
  const x = placeCaption(along(at.horizontal), width, image.width, margin, overlay.width)
  const y = placeCaption(along(at.vertical), height, image.height, margin, overlay.height)
  return x && y && { x, y }
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

const boxOf = (x: Placed['source'], y: Placed['source']) => ({
  x: x.from,
  y: y.from,
  width: x.length,
  height: y.length,
})

export default caption
