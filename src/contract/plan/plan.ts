import type { FileFormat } from '../file-format.ts'
import { removalMethod } from '../request/background.ts'
import { isGenerative } from '../request/generative.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import { layout } from './geometry.ts'
import { checkDecoded, checkOutput, type Limits, limitsForFormat } from './limits.ts'
import {
  backdropSteps,
  backgroundSteps,
  captionSteps,
  cutOutSteps,
  enhancementSteps,
  faceSteps,
  fillColor,
  flattenSteps,
  nsfwSteps,
} from './local-steps.ts'
import { remoteStep, targetSizeAfterRemote } from './remote-step.ts'
import { resizeSteps } from './resize-steps.ts'
import type { Size } from './size.ts'
import type { Fill, Output, ResizeOptions, Step } from './steps.ts'
import { dpiOf, targetSize } from './target-size.ts'

/** What a look at a source's header tells, before anything is decoded. */
export interface ImageInfo extends Size {
  /** The format of the file; `pixels` for an ImageBitmap or ImageData. */
  format: FileFormat | 'pixels'
  /** Its colours are not RGB: they turn into sRGB, and its profile stays behind. */
  converted?: true
}

/** What will be done with one source, as plain data. */
export interface Plan {
  /** Null for an image that is made from words, and for one that only the remote service looks at. */
  source: ImageInfo | null
  steps: Step[]
  output: Output
}

/** What one run of a worker does: nothing in it is remote. */
export interface LocalPlan extends Plan {
  source: ImageInfo
}

/**
 * Turns a canonical request and the facts of its source into steps.
 * @throws DarkroomError TOO_LARGE where the source or the result passes the limits; BAD_REQUEST on `padding`
 * where it leaves no room.
 */
export function plan(request: NormalizedRequest, source: ImageInfo | null, limits: Limits): Plan {
  const output = planOutput(request)
  const bounds = limitsForFormat(output.format, limits)
  if (source) {
    checkDecoded(source, limits)
    checkOutput(layout(source, targetSize(request, source)).canvas, bounds, fieldOfSize(request))
  }
  return { source, steps: planSteps(request, source, bounds), output }
}

/** The steps of a request in their order, without a look at limits. */
function planSteps(request: NormalizedRequest, source: Size | null, limits: Limits): Step[] {
  if (isGenerative(request)) return planRemoteSteps(request, source, limits)
  if (!source) throw new Error('a plan without a source, of a request that needs one')
  return [
    ...enhancementSteps(request),
    ...backgroundSteps(request),
    ...resizeOrSubjectSteps(
      resizeOptions(request, targetSize(request, source), limits, canvasFill(request)),
      source,
    ),
    ...backdropSteps(request),
    ...captionSteps(request),
    ...nsfwSteps(request),
  ]
}

/** What surrounds the image on its canvas: a cut-out gets what comes behind it later, with the canvas. */
const canvasFill = (request: NormalizedRequest): Fill =>
  removalMethod(request) ? 'transparent' : fillColor(request)

/** The steps before a remote segment, which make the image that it is given. */
export const stepsBeforeRemote = (request: NormalizedRequest): Step[] => [
  ...enhancementSteps(request),
  ...cutOutSteps(request),
]

/** Local steps, one remote segment, local steps. */
function planRemoteSteps(request: NormalizedRequest, source: Size | null, limits: Limits): Step[] {
  const before = stepsBeforeRemote(request)
  const hasSource = request.url !== undefined || request.urls !== undefined
  const sends = before.length > 0 ? 'picture' : hasSource ? 'source' : 'nothing'
  const framing = resizeOptions(
    request,
    targetSizeAfterRemote(request, source),
    limits,
    fillColor(request),
  )
  return [
    ...before,
    remoteStep(request, source, sends),
    ...flattenSteps(request),
    { op: 'fit', ...framing },
    ...captionSteps(request),
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
    upscale: request.upscale_parameters?.type ?? 'v1',
    between: faceSteps(request),
    limits,
  }
}

/** Where what to crop to must be found first, the steps are known once it is. */
export function resizeOrSubjectSteps(asked: ResizeOptions, source: Size): Step[] {
  const { fit, focus, width, height, minLengthOfItem } = asked.target
  const cropsNothing = focus === 'content' && (width === undefined || height === undefined)
  const crops = fit === 'crop' && focus !== 'center' && !cropsNothing
  if (crops) return [{ op: 'subject', focus, ...asked }]
  return minLengthOfItem ? [{ op: 'subject', focus: 'item', ...asked }] : resizeSteps(source, asked)
}

function planOutput(request: NormalizedRequest): Output {
  const { output_format, quality, max_file_size, keep_exif } = request
  const dpi = dpiOf(request)
  return {
    format: output_format ?? 'auto',
    quality: quality ?? (max_file_size === undefined ? 85 : 100),
    ...(max_file_size !== undefined && { maxFileSize: max_file_size }),
    ...(dpi !== undefined && { dpi }),
    exif: keep_exif === true,
  }
}

/** The field to blame for a result's size. */
function fieldOfSize(request: NormalizedRequest): string {
  const fields = ['print_size', 'width', 'height', 'min_length', 'padding'] as const
  return fields.find((field) => request[field] !== undefined) ?? (request.preset ? 'preset' : 'url')
}
