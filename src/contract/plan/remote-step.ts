import {
  fillsCanvas,
  generativeFields,
  isOutpainting,
  isUnusedPrompt,
} from '../request/generative.ts'
import { inPixels, type Length, percentOf } from '../request/lengths.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import { remoteTemplates } from '../request/presets.ts'
import { atLeastOne, layout } from './geometry.ts'
import type { Size, TargetSize } from './size.ts'
import type { RemoteRequest, Step } from './steps.ts'
import { targetSize } from './target-size.ts'

export type RemoteStep = Extract<Step, { op: 'remote' }>

/** The service makes images of at most so many pixels a side; what is beyond is enlarged here. */
const MAX_SERVICE_SIDE = 2048

/** A source of which only the shape matters: none is turned, and none is a share of it. */
const square: Size = { width: 1, height: 1 }

/** The one segment of a plan that a generative model carries out. `source` is null where there is none, or its size decides nothing. */
export function remoteStep(
  request: NormalizedRequest,
  source: Size | null,
  sends: RemoteStep['sends'],
): RemoteStep {
  return {
    op: 'remote',
    fields: generativeFields(request),
    request: { ...generativeRequest(request), ...requestedSize(request, source), output_format: 'png' },
    sends,
  }
}

/** Everything that a request asks, for a service that takes all of it. */
export function wholeRequestStep(request: NormalizedRequest): RemoteStep {
  const { url, urls, target, webhooks, keep_exif, ...asked } = request
  return { op: 'remote', fields: Object.keys(asked), request: asked, sends: 'source' }
}

/** The generative fields, as they were written. */
function generativeRequest(request: NormalizedRequest): RemoteRequest {
  const { preset, generative_upscale, upscale_strength, fit, model_type, adapter_type } = request
  const { placement, image_app } = request
  const background = generativeBackground(request)
  return {
    ...(preset !== undefined && remoteTemplates.includes(preset) && { preset }),
    ...(generative_upscale && { generative_upscale }),
    ...(generative_upscale && upscale_strength !== undefined && { upscale_strength }),
    ...(isOutpainting(fit) && { fit }),
    ...(model_type !== undefined && { model_type }),
    ...(adapter_type !== undefined && { adapter_type }),
    ...(placement && { placement }),
    ...(image_app !== undefined && { image_app }),
    ...(background && { background }),
  }
}

/** A colour comes behind what is left of a removal here, a replacement there. */
function generativeBackground(request: NormalizedRequest): RemoteRequest['background'] {
  const { remove, prompt, replace, generate } = request.background ?? {}
  const behind = replace === undefined ? { color: 'transparent' as const } : { replace }
  const removal = remove === 'generative' && {
    remove,
    ...(prompt !== undefined && { prompt }),
    ...behind,
  }
  const generation = generate && !isUnusedPrompt(request) && { generate }
  return removal || generation ? { ...removal, ...generation } : undefined
}

/** Sizes in pixels, where the service makes what fills them. */
function requestedSize(request: NormalizedRequest, source: Size | null): RemoteRequest {
  if (fillsCanvas(request)) return requestedCanvas(request, source)
  if (!request.generative_upscale || !source) return {}
  return requestedLongerSide(layout(source, targetSize(request, source)).scaled, source)
}

/** Only one dimension: both could differ from the image's ratio by a rounded pixel, and be filled. */
function requestedLongerSide({ width, height }: Size, source: Size): RemoteRequest {
  if (width === source.width && height === source.height) return {}
  if (width >= height) return { width: Math.min(width, MAX_SERVICE_SIDE) }
  return { height: Math.min(height, MAX_SERVICE_SIDE) }
}

/** The canvas and its padding, made smaller as a whole where it is too large. */
function requestedCanvas(request: NormalizedRequest, source: Size | null): RemoteRequest {
  const { width, height, padding } = targetSize(request, source ?? square)
  if (source && !serviceFillsCanvas(request, source)) return {}
  const factor = Math.min(1, MAX_SERVICE_SIDE / Math.max(width ?? 1, height ?? 1))
  const scaled = (length: number) => atLeastOne(length * factor)
  return {
    ...(width !== undefined && { width: scaled(width) }),
    ...(height !== undefined && { height: scaled(height) }),
    ...(source && padding !== 0 && { padding: scalePadding(padding, factor) }),
  }
}

const scalePadding = (padding: Length, factor: number): Length =>
  percentOf(padding) === undefined ? Math.round(inPixels(padding, 0) * factor) : padding

/** Whether there is space around the image that the service is to fill. */
function serviceFillsCanvas(request: NormalizedRequest, source: Size): boolean {
  const { width, height, padding, fit } = targetSize(request, source)
  const given = width !== undefined && height !== undefined
  return fit === 'canvas' && (given || padding !== 0 || isOutpainting(request.fit))
}

/** What is left to ask of the size of the image that came back: a canvas that was filled has its padding. */
export function targetSizeAfterRemote(request: NormalizedRequest, source: Size | null): TargetSize {
  const frame = targetSize(request, source ?? square)
  const filled = fillsCanvas(request) && (!source || serviceFillsCanvas(request, source))
  return filled && source ? { ...frame, padding: 0 } : frame
}

/** Whether anything before or after the segment depends on the source, or it is made larger. */
export function needsSource(request: NormalizedRequest, before: Step[]): boolean {
  const { width, height, print_size, padding, preset = '', min_length, max_length } = request
  const shares = [width, height].some((length) => typeof length === 'string')
  const enlarges =
    request.generative_upscale && [width, height, min_length, max_length].some(Boolean)
  const filled = fillsCanvas(request) && padding !== undefined
  return (
    before.length > 0 ||
    shares ||
    filled ||
    enlarges === true ||
    print_size !== undefined ||
    preset.startsWith('auto_enhance')
  )
}
