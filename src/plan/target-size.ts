import { cutsOut } from '../request/background.ts'
import { exactPixels, type Length } from '../request/lengths.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import { paperSize } from '../request/paper-sizes.ts'
import { isAutoEnhance } from '../request/presets.ts'
import { widthsOf } from '../request/sizes.ts'
import { atLeastOne } from './geometry.ts'
import type { Fit, Focus, Size, TargetSize } from './size.ts'

const DEFAULT_DPI = 300

/** The size that a request asks for, for a source of this size. */
export function targetSize(request: NormalizedRequest, source: Size): TargetSize {
  const { min_length, max_length, padding = 0 } = request
  return {
    ...requestedSize(request, source),
    ...fitOf(request),
    padding,
    ...(min_length !== undefined && { minLength: min_length }),
    ...(min_length !== undefined && cutsOut(request) && { minLengthOfItem: true as const }),
    ...(max_length !== undefined && { maxLength: max_length }),
  }
}

/** From print_size, else the largest of sizes, else width and height, else the width of an auto-enhance preset. */
function requestedSize(request: NormalizedRequest, source: Size): Partial<Size> {
  if (request.print_size) return paperPixels(request, source)
  if (request.sizes) return { width: widthsOf(request, source)[0] as number }
  const width = request.width ?? autoEnhanceWidth(request, source)
  const { height } = request
  return {
    ...(width !== undefined && { width: pixels(width, source.width) }),
    ...(height !== undefined && { height: pixels(height, source.height) }),
  }
}

/** Not rounded: the other side follows from it. */
const pixels = (length: Length, of: number) => Math.max(1, exactPixels(length, of))

/** Inches times dpi. With `print_reorientation` the paper is turned to the image's orientation; the image is never turned. */
function paperPixels(
  { print_size = '', dpi, print_reorientation }: NormalizedRequest,
  source: Size,
): Size {
  const sheet = paperSize(print_size) ?? { width: 1, height: 1 }
  const differs = (sheet.width - sheet.height) * (source.width - source.height) < 0
  const inches =
    differs && print_reorientation !== false ? { width: sheet.height, height: sheet.width } : sheet
  return {
    width: atLeastOne(inches.width * (dpi ?? DEFAULT_DPI)),
    height: atLeastOne(inches.height * (dpi ?? DEFAULT_DPI)),
  }
}

/** The resolution that is written into the file: only if it was requested, or with a paper size. */
export const dpiOf = ({ dpi, print_size }: NormalizedRequest): number | undefined =>
  dpi ?? (print_size ? DEFAULT_DPI : undefined)

/** The width of an auto-enhance preset, by the width of the source, unless the request has a size of its own. */
function autoEnhanceWidth(request: NormalizedRequest, { width }: Size): Length | undefined {
  if (request.height !== undefined || !isAutoEnhance(request.preset ?? '')) return undefined
  if (width < 1000) return '400%'
  return width <= 4096 ? 4096 : undefined
}

function fitOf({ fit }: NormalizedRequest): { fit: Fit; focus: Focus } {
  if (typeof fit === 'string') return { fit, focus: 'center' }
  return 'crop' in fit ? { fit: 'crop', focus: fit.crop } : { fit: 'canvas', focus: 'center' }
}
