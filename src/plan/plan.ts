import type { CanonicalRequest } from '../request/canonical.ts'
import type { FileFormat } from './file-format.ts'
import { dpiOf, frameOf } from './frame.ts'
import { framing } from './framing.ts'
import { layout, type Size } from './geometry.ts'
import { checkDecoded, checkOutput, type Limits, limitsOf } from './limits.ts'
import { remoteSteps } from './remote.ts'
import type { Output, Step, UpscaleModel } from './steps.ts'
import { background, captionOf, enhance, face, fillOf, safety } from './treatment.ts'

/** What a look at a source's header tells, before anything is decoded. */
export interface SourceFacts extends Size {
  /** The format of the file; `pixels` for an ImageBitmap or ImageData. */
  format: FileFormat | 'pixels'
  /** Its colours are not RGB: they turn into sRGB, and its profile stays behind. */
  converted?: true
}

/** What will be done with one source, as plain data. */
export interface Plan {
  source: SourceFacts
  steps: Step[]
  output: Output
}

/**
 * Turns a canonical request and the facts of its source into steps.
 * @throws DarkroomError TOO_LARGE where the source or the result passes the limits; BAD_REQUEST on `padding`
 * where it leaves no room.
 */
export function plan(request: CanonicalRequest, source: SourceFacts, limits: Limits): Plan {
  checkDecoded(source, limits)
  const output = outputOf(request)
  const bounds = limitsOf(output.format, limits)
  checkOutput(layout(source, frameOf(request, source)).canvas, bounds, sizeField(request))
  return { source, steps: stepsOf(request, source, bounds), output }
}

/** The steps of a request in their order, without a look at limits. */
export function stepsOf(request: CanonicalRequest, source: Size, limits: Limits): Step[] {
  return [
    ...enhance(request),
    ...background(request),
    ...remoteSteps(request),
    ...frame(request, source, limits),
    ...captionOf(request),
    ...safety(request),
  ]
}

/** Where what to crop to must be found first, the steps are known once it is. */
function frame(request: CanonicalRequest, source: Size, limits: Limits): Step[] {
  const framed = {
    frame: frameOf(request, source),
    fill: fillOf(request),
    between: face(request),
    limits,
  }
  const { fit, focus, width, height } = framed.frame
  const cropsNothing = focus === 'content' && (width === undefined || height === undefined)
  if (fit !== 'crop' || focus === 'center' || cropsNothing) return framing(source, framed)
  return [{ op: 'locate', focus, ...framed }]
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

/** The models that a plan needs, each once. */
export const modelsOf = ({ steps }: Plan): UpscaleModel[] => [
  ...new Set(steps.flatMap((step) => (step.op === 'upscale' ? [step.model] : []))),
]
