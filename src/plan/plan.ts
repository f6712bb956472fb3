import { cutsOut } from '../request/background.ts'
import { DEFAULT_QUALITY } from '../request/defaults.ts'
import { isGenerative } from '../request/generative.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import { ofWidth } from '../request/sizes.ts'
import type { FileFormat } from '../shared/file-format.ts'
import { detailSteps } from './detail-step.ts'
import { type Framing, framingOf } from './framing.ts'
import { layout } from './geometry.ts'
import { leaveCompression } from './leave-compression.ts'
import { checkDecoded, checkOutput, type Limits, outputLimits } from './limits.ts'
import {
  backdropSteps,
  backgroundSteps,
  captionSteps,
  cutOutSteps,
  enhancementSteps,
  faceSteps,
  fillColor,
  flattenSteps,
  framingSteps,
  maskSteps,
  nsfwSteps,
  restoreAlphaSteps,
} from './local-steps.ts'
import { remoteStep, square, targetSizeAfterRemote } from './remote-step.ts'
import { resizeSteps } from './resize-steps.ts'
import type { Size } from './size.ts'
import { distinctWidths, type SizePlan, scaleDown, shareSteps } from './sizes.ts'
import type { Fill, Output, ResizeOptions, Step } from './steps.ts'
import { dpiOf, targetSize } from './target-size.ts'
import { upscaleMode } from './upscale-mode.ts'

/** What is known of a source before it is decoded. */
export interface ImageInfo extends Size {
  /** The format of the file; `pixels` for an ImageBitmap or ImageData. */
  format: FileFormat | 'pixels'
  /** The size that is decoded, if the image is only a part of that. */
  decoded?: Size
  /** Set if its colours are not RGB, or of a kind that results do not state: they are converted to sRGB, and its profile is dropped. */
  converted?: true
  /** Set if it is an animation, of which the first frame is used. */
  animated?: true
}

/** What will be done with one source, as serializable data. */
export interface Plan {
  /** Null where there is no source, or where only the remote service reads it. */
  source: ImageInfo | null
  steps: Step[]
  output: Output
  /** Several results, the largest first. They begin where the steps end. */
  sizes?: SizePlan[]
}

/** A plan without remote steps, which one run of a worker carries out. */
export interface LocalPlan extends Plan {
  source: ImageInfo
}

/**
 * Turns a normalized request and the size of its source into steps. The order of the steps is decided here.
 * @throws DarkroomError TOO_LARGE where the source or the result exceeds the limits; BAD_REQUEST on `padding` where
 * it leaves no space for the image.
 */
export function plan(request: NormalizedRequest, source: ImageInfo | null, limits: Limits): Plan {
  const output = planOutput(request, source)
  const resultLimits = outputLimits(request, limits, output.format)
  if (source) {
    checkDecoded(source, limits)
  }
  const framing = source && framingOf(request, source)
  if (framing) {
    const { canvas } = layout(framing.size, targetSize(request, framing.size))
    checkOutput(canvas, resultLimits, fieldOfSize(request, framing.size))
  }
  const planned = request.sizes
    ? planSizes(request, framing, resultLimits)
    : { steps: leaveCompression(planSteps(request, framing, resultLimits)) }
  return { source, ...planned, output }
}

function planSizes(request: NormalizedRequest, framing: Framing | null, limits: Limits) {
  const picture = framing?.size ?? square
  const widths = distinctWidths(request, picture)
  const stepsFor = (width: number) => planSteps(ofWidth(request, width), framing, limits)
  const whole = stepsFor(widths[0] as number)
  if (!whole.some(({ op }) => op === 'subject' || op === 'fit')) {
    return shareSteps(request, picture, widths, widths.map(stepsFor))
  }
  return scaleDown(widths, whole, [...captionSteps(request, limits), ...nsfwSteps(request)])
}

/** The steps of a request, in order. Does not check limits. */
function planSteps(request: NormalizedRequest, framing: Framing | null, limits: Limits): Step[] {
  if (isGenerative(request)) return planRemoteSteps(request, framing, limits)
  if (!framing) throw new Error('a plan without a source, of a request that needs one')
  const { size } = framing
  return [
    ...framingSteps(framing),
    ...enhancementSteps(request),
    ...backgroundSteps(request, framing),
    ...resizeOrSubjectSteps(
      resizeOptions(request, targetSize(request, size), limits, canvasFill(request)),
      size,
    ),
    ...backdropSteps(request),
    ...captionSteps(request, limits),
    ...nsfwSteps(request),
  ]
}

/** The fill of the canvas around the image. A cut-out gets its background later, together with the canvas. */
const canvasFill = (request: NormalizedRequest): Fill =>
  cutsOut(request) ? 'transparent' : fillColor(request)

const hasSource = ({ url, urls }: NormalizedRequest): boolean =>
  url !== undefined || urls !== undefined

/** The steps before the remote step, which make the image that is sent. */
export const stepsBeforeRemote = (request: NormalizedRequest, framing: Framing | null): Step[] =>
  hasSource(request)
    ? [
        ...(framing ? framingSteps(framing) : []),
        ...enhancementSteps(request),
        ...cutOutSteps(request, framing),
      ]
    : []

/** Local steps, one remote step, local steps. */
function planRemoteSteps(
  request: NormalizedRequest,
  framing: Framing | null,
  limits: Limits,
): Step[] {
  const before = stepsBeforeRemote(request, framing)
  const source = framing?.size ?? null
  const sends = before.length > 0 ? 'picture' : hasSource(request) ? 'source' : 'nothing'
  const resize = resizeOptions(
    request,
    targetSizeAfterRemote(request, source),
    limits,
    fillColor(request),
  )
  return [
    ...before,
    remoteStep(request, source, sends),
    ...restoreAlphaSteps(request),
    ...detailSteps(request, source, limits),
    // An image that is made from words can only be enhanced once it is there.
    ...(sends === 'nothing' ? enhancementSteps(request) : []),
    ...flattenSteps(request),
    { op: 'fit', ...resize },
    ...maskSteps(request),
    ...captionSteps(request, limits),
    ...nsfwSteps(request),
  ]
}

function resizeOptions(
  request: NormalizedRequest,
  target: ResizeOptions['target'],
  limits: Limits,
  fill: Fill,
): ResizeOptions {
  return {
    target,
    fill,
    upscale: upscaleMode(request),
    between: faceSteps(request),
    limits,
  }
}

/** The steps that resize an image; a `subject` step stands for them where the subject must be found first. */
export function resizeOrSubjectSteps(options: ResizeOptions, source: Size): Step[] {
  const { fit, focus, width, height, minLengthOfItem } = options.target
  const cropsNothing = focus === 'content' && (width === undefined || height === undefined)
  const crops = fit === 'crop' && focus !== 'center' && !cropsNothing
  if (crops) return [{ op: 'subject', focus, ...options }]
  return minLengthOfItem
    ? [{ op: 'subject', focus: 'item', ...options }]
    : resizeSteps(source, options)
}

function planOutput(request: NormalizedRequest, source: ImageInfo | null): Output {
  const { output_format, quality, max_file_size, keep_exif } = request
  const dpi = dpiOf(request)
  // What would become a png, which has no quality.
  const limited = max_file_size !== undefined && !/jpeg|webp/.test(source?.format ?? '')
  return {
    format: output_format ?? (limited ? 'jpeg' : 'auto'),
    quality: quality ?? (max_file_size === undefined ? DEFAULT_QUALITY : 100),
    ...(max_file_size !== undefined && { maxFileSize: max_file_size }),
    ...(dpi !== undefined && { dpi }),
    exif: keep_exif === true,
    ...(request.bitmap && { bitmap: true }),
  }
}

/** The field that makes the result of a picture as large as it is, for errors. */
export function fieldOfSize(request: NormalizedRequest, picture: Size): string {
  const { minLength, ...target } = targetSize(request, picture)
  const { canvas } = layout(picture, target)
  if (minLength && layout(picture, { ...target, minLength }).canvas.width > canvas.width) {
    return 'min_length'
  }
  const sides = canvas.height > canvas.width ? ['height', 'width'] : ['width', 'height']
  const fields = ['sizes', 'print_size', ...sides, 'padding'] as (keyof NormalizedRequest)[]
  return fields.find((field) => request[field] !== undefined) ?? (request.preset ? 'preset' : 'url')
}
