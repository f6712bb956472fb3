import { isFramed } from '../request/framing.ts'
import {
  fillsCanvas,
  generativeFields,
  isOutpainting,
  isOwnFormat,
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

/** The service generates images of at most so many pixels a side. Larger results are upscaled on the device. */
export const MAX_REMOTE_SIDE = 2048

/** Stands for a missing source: paper keeps its orientation, and nothing is a percentage of it. */
export const square: Size = { width: 1, height: 1 }

/** The step that the remote service carries out. `source` is null where there is none, or where its size does not matter. */
export function remoteStep(
  request: NormalizedRequest,
  source: Size | null,
  sends: RemoteStep['sends'],
): RemoteStep {
  return {
    op: 'remote',
    fields: generativeFields(request),
    request: {
      ...generativeRequest(request),
      ...requestedSize(request, source),
      output_format: 'png',
    },
    sends,
  }
}

/** The step for a request that the service carries out as a whole, without extensions: it does not know them. */
export function wholeRequestStep(request: NormalizedRequest): RemoteStep {
  const { url, urls, target, webhooks, keep_exif, output_format, bitmap, background, ...others } = request // biome-ignore format: a line
  const { mask, refine, keep, erase, hints, output, ...known } = background ?? {}
  const rest = {
    ...others,
    ...(background && { background: { ...known, ...opaqueColor(known) } }),
    upscale_parameters: { type: others.upscale_parameters.type },
    ...(output_format && !isOwnFormat(output_format) && { output_format }),
  }
  return { op: 'remote', fields: Object.keys(rest), request: rest, sends: 'source' }
}

/** The service knows colors without alpha only. */
const opaqueColor = ({ color }: NonNullable<NormalizedRequest['background']>) =>
  color?.startsWith('#') && { color: color.slice(0, 7) as `#${string}` }

/** The request's generative fields, unchanged. */
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

/** After a generative removal a color is filled in on the device, a replacement at the service. */
function generativeBackground(request: NormalizedRequest): RemoteRequest['background'] {
  const { remove, prompt, replace, generate } = request.background ?? {}
  const backdrop = replace === undefined ? { color: 'transparent' as const } : { replace }
  const removal = remove === 'generative' && {
    remove,
    ...(prompt !== undefined && { prompt }),
    ...backdrop,
  }
  const generation = generate && !isUnusedPrompt(request) && { generate }
  return removal || generation ? { ...removal, ...generation } : undefined
}

/** The size in pixels, where the service fills it, or is to upscale to it. */
function requestedSize(request: NormalizedRequest, source: Size | null): RemoteRequest {
  if (fillsCanvas(request) && (!source || serviceFillsCanvas(request, source))) {
    return requestedCanvas(request, source)
  }
  if (!request.generative_upscale || !source) return {}
  return requestedLongerSide(layout(source, targetSize(request, source)).scaled, source)
}

/** Only one dimension: the other, rounded, could differ from the aspect ratio by a pixel, which would be filled. */
function requestedLongerSide({ width, height }: Size, source: Size): RemoteRequest {
  if (width === source.width && height === source.height) return {}
  if (width >= height) return { width: Math.min(width, MAX_REMOTE_SIDE) }
  return { height: Math.min(height, MAX_REMOTE_SIDE) }
}

/** The canvas, its padding and the placement on it, scaled down together where the canvas is too large. */
function requestedCanvas(request: NormalizedRequest, source: Size | null): RemoteRequest {
  const { width, height, padding } = targetSize(request, source ?? square)
  const factor = Math.min(1, MAX_REMOTE_SIDE / Math.max(width ?? 1, height ?? 1))
  const scaled = (length: number) => atLeastOne(length * factor)
  return {
    ...(width !== undefined && { width: scaled(width) }),
    ...(height !== undefined && { height: scaled(height) }),
    ...(source && padding !== 0 && { padding: scalePadding(padding, factor) }),
    ...(request.placement && { placement: scalePlacement(request.placement, factor) }),
  }
}

type Placement = NonNullable<NormalizedRequest['placement']>

/** A placement is in pixels of the canvas. */
function scalePlacement(placement: Placement, factor: number): Placement {
  if (factor === 1) return placement
  const { coordinates, width, height } = placement
  const [x, y] = coordinates?.map((pixels) => Math.round(pixels * factor)) ?? []
  return {
    ...placement,
    ...(x !== undefined && y !== undefined && { coordinates: [x, y] }),
    ...(width !== undefined && { width: atLeastOne(width * factor) }),
    ...(height !== undefined && { height: atLeastOne(height * factor) }),
  }
}

const scalePadding = (padding: Length, factor: number): Length =>
  percentOf(padding) === undefined ? Math.round(inPixels(padding, 0) * factor) : padding

/** Whether there is space around the image that the service is to fill. */
export function serviceFillsCanvas(request: NormalizedRequest, source: Size): boolean {
  const { width, height, padding, fit } = targetSize(request, source)
  const hasBoth = width !== undefined && height !== undefined
  return fit === 'canvas' && (hasBoth || padding !== 0 || isOutpainting(request.fit))
}

/** The target size after the remote step. A canvas that the service filled already includes its padding. */
export function targetSizeAfterRemote(request: NormalizedRequest, source: Size | null): TargetSize {
  const target = targetSize(request, source ?? square)
  const filled = fillsCanvas(request) && (!source || serviceFillsCanvas(request, source))
  return filled && source ? { ...target, padding: 0 } : target
}

/** Whether the plan depends on the source's size or pixels. */
export function needsSource(request: NormalizedRequest, before: Step[]): boolean {
  const { width, height, print_size, padding, preset = '', min_length, max_length } = request
  const hasPercentage = [width, height].some((length) => typeof length === 'string')
  const enlarges =
    request.generative_upscale && [width, height, min_length, max_length].some(Boolean)
  const fillsPadding = fillsCanvas(request) && padding !== undefined
  return (
    before.length > 0 ||
    isFramed(request) ||
    request.sizes !== undefined ||
    hasPercentage ||
    fillsPadding ||
    enlarges === true ||
    print_size !== undefined ||
    preset.startsWith('auto_enhance')
  )
}
