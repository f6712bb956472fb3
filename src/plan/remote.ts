import type { CanonicalRequest } from '../request/canonical.ts'
import { generativeFields, guidesNothing, makes, outpaints } from '../request/generative.ts'
import { inPixels, type Length, percentOf } from '../request/lengths.ts'
import { remoteOnly } from '../request/presets.ts'
import type { Valid } from '../request/validate.ts'
import { frameOf } from './frame.ts'
import { atLeastOne, type Frame, layout, type Size } from './geometry.ts'
import type { Step } from './steps.ts'

/** What a service is asked: a request without its source. */
export type RemoteRequest = Omit<Valid, 'url' | 'urls' | 'target' | 'webhooks'>

export type RemoteStep = Extract<Step, { op: 'remote' }>

/** The service makes pictures of at most so many pixels a side; what is beyond is enlarged here. */
const MOST_MADE = 2048

/** A source of which only the shape matters: none is turned, and none is a share of it. */
const square: Size = { width: 1, height: 1 }

/** The one segment of a plan that a generative model carries out. `source` is null where there is none, or its size decides nothing. */
export function remoteStep(
  request: CanonicalRequest,
  source: Size | null,
  sends: RemoteStep['sends'],
): RemoteStep {
  return {
    op: 'remote',
    fields: generativeFields(request),
    request: { ...generative(request), ...sizes(request, source), output_format: 'png' },
    sends,
  }
}

/** Everything that a request asks, for a service that takes all of it. */
export function wholeStep(request: CanonicalRequest): RemoteStep {
  const { url, urls, target, webhooks, keep_exif, ...asked } = request
  return { op: 'remote', fields: Object.keys(asked), request: asked, sends: 'source' }
}

/** The generative fields, as they were written. */
function generative(request: CanonicalRequest): RemoteRequest {
  const { preset, generative_upscale, upscale_strength, fit, model_type, adapter_type } = request
  const { placement, image_app } = request
  const background = backgroundOf(request)
  return {
    ...(preset !== undefined && remoteOnly.includes(preset) && { preset }),
    ...(generative_upscale && { generative_upscale }),
    ...(generative_upscale && upscale_strength !== undefined && { upscale_strength }),
    ...(outpaints(fit) && { fit }),
    ...(model_type !== undefined && { model_type }),
    ...(adapter_type !== undefined && { adapter_type }),
    ...(placement && { placement }),
    ...(image_app !== undefined && { image_app }),
    ...(background && { background }),
  }
}

/** A colour comes behind what is left of a removal here, a replacement there. */
function backgroundOf(request: CanonicalRequest): RemoteRequest['background'] {
  const { remove, prompt, replace, generate } = request.background ?? {}
  const behind = replace === undefined ? { color: 'transparent' as const } : { replace }
  const removal = remove === 'generative' && {
    remove,
    ...(prompt !== undefined && { prompt }),
    ...behind,
  }
  const generation = generate && !guidesNothing(request) && { generate }
  return removal || generation ? { ...removal, ...generation } : undefined
}

/** Sizes in pixels, where the service makes what fills them. */
function sizes(request: CanonicalRequest, source: Size | null): RemoteRequest {
  if (makes(request)) return canvas(request, source)
  if (!request.generative_upscale || !source) return {}
  return longerSide(layout(source, frameOf(request, source)).scaled, source)
}

/** Only one dimension: both could differ from the picture's ratio by a rounded pixel, and be filled. */
function longerSide({ width, height }: Size, source: Size): RemoteRequest {
  if (width === source.width && height === source.height) return {}
  if (width >= height) return { width: Math.min(width, MOST_MADE) }
  return { height: Math.min(height, MOST_MADE) }
}

/** The canvas and its padding, made smaller as a whole where it is too large. */
function canvas(request: CanonicalRequest, source: Size | null): RemoteRequest {
  const { width, height, padding } = frameOf(request, source ?? square)
  if (source && !fills(request, source)) return {}
  const factor = Math.min(1, MOST_MADE / Math.max(width ?? 1, height ?? 1))
  const scaled = (length: number) => atLeastOne(length * factor)
  return {
    ...(width !== undefined && { width: scaled(width) }),
    ...(height !== undefined && { height: scaled(height) }),
    ...(source && padding !== 0 && { padding: scaledPadding(padding, factor) }),
  }
}

const scaledPadding = (padding: Length, factor: number): Length =>
  percentOf(padding) === undefined ? Math.round(inPixels(padding, 0) * factor) : padding

/** Whether there is space around the picture that the service is to fill. */
function fills(request: CanonicalRequest, source: Size): boolean {
  const { width, height, padding, fit } = frameOf(request, source)
  const given = width !== undefined && height !== undefined
  return fit === 'canvas' && (given || padding !== 0 || outpaints(request.fit))
}

/** What is left to ask of the size of the picture that came back: a canvas that was filled has its padding. */
export function frameAfter(request: CanonicalRequest, source: Size | null): Frame {
  const frame = frameOf(request, source ?? square)
  const filled = makes(request) && (!source || fills(request, source))
  return filled && source ? { ...frame, padding: 0 } : frame
}

/** Whether anything before or after the segment depends on the source, or it is made larger. */
export function needsSource(request: CanonicalRequest, before: Step[]): boolean {
  const { width, height, print_size, padding, preset = '', min_length, max_length } = request
  const shares = [width, height].some((length) => typeof length === 'string')
  const enlarges =
    request.generative_upscale && [width, height, min_length, max_length].some(Boolean)
  const filled = makes(request) && padding !== undefined
  return (
    before.length > 0 ||
    shares ||
    filled ||
    enlarges === true ||
    print_size !== undefined ||
    preset.startsWith('auto_enhance')
  )
}
