import type { CanonicalRequest } from '../request/canonical.ts'
import { isGenerative } from '../request/generative.ts'
import type { FileFormat } from './file-format.ts'
import { dpiOf, frameOf } from './frame.ts'
import { framing } from './framing.ts'
import { layout, type Size } from './geometry.ts'
import { checkDecoded, checkOutput, type Limits, limitsOf } from './limits.ts'
import { frameAfter, remoteStep } from './remote.ts'
import type { Fill, Framing, Output, Step } from './steps.ts'
import {
  backdrop,
  background,
  captionOf,
  colourBehind,
  cutOut,
  enhance,
  face,
  fillOf,
  removes,
  safety,
} from './treatment.ts'

/** What a look at a source's header tells, before anything is decoded. */
export interface SourceFacts extends Size {
  /** The format of the file; `pixels` for an ImageBitmap or ImageData. */
  format: FileFormat | 'pixels'
  /** Its colours are not RGB: they turn into sRGB, and its profile stays behind. */
  converted?: true
}

/** What will be done with one source, as plain data. */
export interface Plan {
  /** Null for a picture that is made from words, and for one that only the remote service looks at. */
  source: SourceFacts | null
  steps: Step[]
  output: Output
}

/** What one run of a worker does: nothing in it is remote. */
export interface LocalPlan extends Plan {
  source: SourceFacts
}

/**
 * Turns a canonical request and the facts of its source into steps.
 * @throws DarkroomError TOO_LARGE where the source or the result passes the limits; BAD_REQUEST on `padding`
 * where it leaves no room.
 */
export function plan(request: CanonicalRequest, source: SourceFacts | null, limits: Limits): Plan {
  const output = outputOf(request)
  const bounds = limitsOf(output.format, limits)
  if (source) {
    checkDecoded(source, limits)
    checkOutput(layout(source, frameOf(request, source)).canvas, bounds, sizeField(request))
  }
  return { source, steps: stepsOf(request, source, bounds), output }
}

/** The steps of a request in their order, without a look at limits. */
function stepsOf(request: CanonicalRequest, source: Size | null, limits: Limits): Step[] {
  if (isGenerative(request)) return aroundRemote(request, source, limits)
  if (!source) throw new Error('a plan without a source, of a request that needs one')
  return [
    ...enhance(request),
    ...background(request),
    ...framed(framedBy(request, frameOf(request, source), limits, fillAround(request)), source),
    ...backdrop(request),
    ...captionOf(request),
    ...safety(request),
  ]
}

/** What surrounds the picture on its canvas: a cut-out gets what comes behind it later, with the canvas. */
const fillAround = (request: CanonicalRequest): Fill =>
  removes(request) ? 'transparent' : fillOf(request)

/** The steps before a remote segment, which make the picture that it is given. */
export const stepsBefore = (request: CanonicalRequest): Step[] => [
  ...enhance(request),
  ...cutOut(request),
]

/** Local steps, one remote segment, local steps. */
function aroundRemote(request: CanonicalRequest, source: Size | null, limits: Limits): Step[] {
  const before = stepsBefore(request)
  const hasSource = request.url !== undefined || request.urls !== undefined
  const sends = before.length > 0 ? 'picture' : hasSource ? 'source' : 'nothing'
  const framing = framedBy(request, frameAfter(request, source), limits, fillOf(request))
  return [
    ...before,
    remoteStep(request, source, sends),
    ...colourBehind(request),
    { op: 'frame', ...framing },
    ...captionOf(request),
    ...safety(request),
  ]
}

function framedBy(
  request: CanonicalRequest,
  frame: Framing['frame'],
  limits: Limits,
  fill: Fill,
): Framing {
  return {
    frame,
    fill,
    upscale: request.upscale_parameters?.type ?? 'v1',
    between: face(request),
    limits,
  }
}

/** Where what to crop to must be found first, the steps are known once it is. */
export function framed(asked: Framing, source: Size): Step[] {
  const { fit, focus, width, height, minOfItem } = asked.frame
  const cropsNothing = focus === 'content' && (width === undefined || height === undefined)
  const crops = fit === 'crop' && focus !== 'center' && !cropsNothing
  if (crops) return [{ op: 'locate', focus, ...asked }]
  return minOfItem ? [{ op: 'locate', focus: 'item', ...asked }] : framing(source, asked)
}

function outputOf(request: CanonicalRequest): Output {
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
function sizeField(request: CanonicalRequest): string {
  const fields = ['print_size', 'width', 'height', 'min_length', 'padding'] as const
  return fields.find((field) => request[field] !== undefined) ?? (request.preset ? 'preset' : 'url')
}
