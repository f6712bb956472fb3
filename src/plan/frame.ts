import type { CanonicalRequest } from '../request/canonical.ts'
import { inPixels, type Length } from '../request/lengths.ts'
import { paper } from '../request/paper.ts'
import { sizesItself } from '../request/presets.ts'
import { atLeastOne, type Fit, type Focus, type Frame, type Size } from './geometry.ts'
import { removes } from './treatment.ts'

const DEFAULT_DPI = 300

/** What a request asks of sizes, for a source of this size. */
export function frameOf(request: CanonicalRequest, source: Size): Frame {
  const { min_length, max_length, padding = 0 } = request
  return {
    ...asked(request, source),
    ...fitOf(request),
    padding,
    ...(min_length !== undefined && { minLength: min_length }),
    ...(min_length !== undefined && removes(request) && { minOfItem: true as const }),
    ...(max_length !== undefined && { maxLength: max_length }),
  }
}

/** Paper, else width and height, else what an auto-enhance preset takes. */
function asked(request: CanonicalRequest, source: Size): Partial<Size> {
  if (request.print_size) return sheetOf(request, source)
  const width = request.width ?? autoEnhanceWidth(request, source)
  const { height } = request
  return {
    ...(width !== undefined && { width: pixels(width, source.width) }),
    ...(height !== undefined && { height: pixels(height, source.height) }),
  }
}

const pixels = (length: Length, of: number) => Math.max(1, inPixels(length, of))

/** Inches times dpi. With reorientation the paper turns to the picture's orientation, never the picture. */
function sheetOf(
  { print_size = '', dpi, print_reorientation }: CanonicalRequest,
  source: Size,
): Size {
  const sheet = paper(print_size) ?? { width: 1, height: 1 }
  const turned = (sheet.width - sheet.height) * (source.width - source.height) < 0
  const inches =
    turned && print_reorientation !== false ? { width: sheet.height, height: sheet.width } : sheet
  return {
    width: atLeastOne(inches.width * (dpi ?? DEFAULT_DPI)),
    height: atLeastOne(inches.height * (dpi ?? DEFAULT_DPI)),
  }
}

/** The density that is written into the file: only where it was asked for, or the size comes from paper. */
export const dpiOf = ({ dpi, print_size }: CanonicalRequest): number | undefined =>
  dpi ?? (print_size ? DEFAULT_DPI : undefined)

/** The auto-enhance size logic: by the width of the input, where the request asks for no size of its own. */
function autoEnhanceWidth(request: CanonicalRequest, { width }: Size): Length | undefined {
  if (request.height !== undefined || !sizesItself(request.preset ?? '')) return undefined
  if (width < 1000) return '400%'
  return width <= 4096 ? 4096 : undefined
}

function fitOf({ fit }: CanonicalRequest): { fit: Fit; focus: Focus } {
  if (typeof fit === 'string') return { fit, focus: 'center' }
  return 'crop' in fit ? { fit: 'crop', focus: fit.crop } : { fit: 'canvas', focus: 'center' }
}
