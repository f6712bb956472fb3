import { DEFAULT_QUALITY } from '../request/defaults.ts'
import type { Length } from '../request/lengths.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import { isAutoEnhance } from '../request/presets.ts'
import { framingOf } from './framing.ts'
import { atLeastOne, layout } from './geometry.ts'
import type { Limits } from './limits.ts'
import { framingSteps } from './local-steps.ts'
import { type LocalPlan, plan } from './plan.ts'
import type { Size } from './size.ts'
import type { Output, Step } from './steps.ts'
import { targetSize } from './target-size.ts'

/** The longest side of a preview and of the source that it is made from, in pixels. */
const SIDE = 512
/** The same where one network goes over all pixels; with more of them, as many pixels in all. */
const NETWORK_SIDE = 256
/** The same with the network of `clean`, which takes twice as long as others. */
const CLEAN_SIDE = 192
/** A larger source makes a result slow even without a network. In pixels. */
const LARGE = 4e6

const networks: Step['op'][] = ['clean', 'denoise', 'deblur', 'restore']

/**
 * The plan of a preview: the source is made smaller first, then the same is done to it. Undefined where the result
 * comes as soon: small or quick jobs; where the background is removed, whose network looks at the whole image however
 * small it is; and where a crop follows what is found in the image, which in a small one may be something else.
 */
export function previewPlan(
  request: NormalizedRequest,
  { source, steps, output }: LocalPlan,
  limits: Limits,
): LocalPlan | undefined {
  const has = (...ops: Step['op'][]) => steps.some(({ op }) => ops.includes(op))
  const passes = steps.filter(({ op }) => networks.includes(op)).length
  const isSlow = passes > 0 || has('upscale') || source.width * source.height > LARGE
  if (steps.length === 0 || !isSlow || has('cut_out', 'subject')) return undefined
  const framing = framingOf(request, source)
  const picture = framing.size
  const cleans = steps.some((step) => step.op === 'clean' || (step.op === 'restore' && step.for.includes('clean'))) // biome-ignore format: a line
  const networkSide = cleans ? CLEAN_SIDE : NETWORK_SIDE
  const side = passes > 0 ? Math.round(networkSide / Math.sqrt(passes)) : SIDE
  const small = scaled(picture, Math.min(1, side / longest(picture)))
  const { canvas, scaled: whole } = layout(picture, targetSize(request, picture))
  // No larger than the small source: a preview enlarges nothing.
  const factor = Math.min(1, side / longest(canvas), small.width / whole.width)
  if (longest(small) === longest(picture) && factor === 1) return undefined
  const planned = plan(reduced(request, picture, small, factor), { ...source, ...small }, limits)
  const first: Step[] = small.width < picture.width ? [{ op: 'resize', ...small, filter: 'lanczos3' }] : [] // biome-ignore format: a line
  const previewSteps = [...framingSteps(framing), ...first, ...planned.steps]
  // It would be the source itself.
  if (previewSteps.length === 0) return undefined
  return { source, steps: previewSteps, output: previewOutput(output) }
}

/** Faces are left out: their network works on each as a whole, and in a preview they are small. */
function reduced(
  request: NormalizedRequest,
  source: Size,
  small: Size,
  factor: number,
): NormalizedRequest {
  const { print_size, min_length, max_length, padding, caption, crop, rotate, flip, sizes, ...rest } = request // biome-ignore format: a line
  const pixels = (length: number) => atLeastOne(length * factor)
  const { width, height } = targetSize(request, source)
  // The width of this preset depends on that of the source.
  const ofPreset = isAutoEnhance(request.preset ?? '') && height === undefined
  const newWidth = width === undefined ? (ofPreset ? small.width : undefined) : pixels(width)
  return {
    ...rest,
    enhancements: request.enhancements.filter((name) => name !== 'face_enhance'),
    width: newWidth,
    height: height && pixels(height),
    min_length: min_length && pixels(min_length),
    // Rounding may make the canvas a pixel longer.
    max_length: Math.min(max_length === undefined ? SIDE : pixels(max_length), SIDE),
    padding: padding && scaledLength(padding, factor),
    caption: caption?.padding
      ? { ...caption, padding: Math.round(caption.padding * factor) }
      : caption,
  } as NormalizedRequest
}

const scaledLength = (length: Length, factor: number): Length =>
  typeof length === 'number' ? Math.round(length * factor) : length

/** Slow encoders and searches for a file size are not worth their time. */
const previewOutput = ({ format }: Output): Output => ({
  format: format === 'jpeg' ? 'jpeg' : 'auto',
  quality: DEFAULT_QUALITY,
  exif: false,
})

const longest = ({ width, height }: Size) => Math.max(width, height)

const scaled = ({ width, height }: Size, factor: number): Size => ({
  width: atLeastOne(width * factor),
  height: atLeastOne(height * factor),
})
