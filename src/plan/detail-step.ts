import { fillsCanvas, isOutpainting } from '../request/generative.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import { atLeastOne, layout } from './geometry.ts'
import type { Limits } from './limits.ts'
import { MAX_REMOTE_SIDE, serviceFillsCanvas } from './remote-step.ts'
import { scaleSteps } from './resize-steps.ts'
import type { Box, Size } from './size.ts'
import type { Step } from './steps.ts'
import { targetSize } from './target-size.ts'
import { upscaleMode } from './upscale-mode.ts'

type DetailStep = Extract<Step, { op: 'detail' }>

/** Less than this is gained by nothing: the source has so much more pixels a side than what comes back. */
const MIN_GAIN = 1.05
/** Sides that differ by less have the same ratio: they are rounded, and some services make them multiples of 8. */
const RATIO_TOLERANCE = 0.01

/**
 * The step that puts the source's own pixels back, where the service generates only what is around them and returns
 * fewer pixels than the source has. None where it is not known where the source lies in the image that comes back.
 */
export function detailSteps(
  request: NormalizedRequest,
  source: Size | null,
  limits: Limits,
): DetailStep[] {
  const place = source && keepsSource(request) ? placeInResult(request, source) : undefined
  if (!source || !place) return []
  const { frame, box } = place
  const returned = MAX_REMOTE_SIDE / Math.max(frame.width, frame.height)
  const gain = source.width / (box.width * returned)
  if (returned >= 1 || gain < MIN_GAIN) return []
  if (frame.width * frame.height > limits.outputPixels) return []
  return [{ op: 'detail', frame, box, upscale: upscaleMode(request), limits }]
}

/** Whether the service is only asked for what is around the image, not for another image of the same. */
function keepsSource(request: NormalizedRequest): boolean {
  const { background, adapter_type, generative_upscale, fit, placement } = request
  const { generate } = background ?? {}
  const adapter = generate?.adapter_type ?? adapter_type ?? 'generate_background'
  if (generative_upscale || adapter !== 'generate_background' || !fillsCanvas(request)) return false
  const { generation_type = 'outpainting', background_url } = generate ?? {}
  if (generation_type !== 'outpainting' || background_url !== undefined) return false
  const isMoved = generate?.position ?? generate?.item_area_percentage
  return isMoved === undefined && (generate !== undefined || isOutpainting(fit) || !!placement)
}

interface Place {
  /** The size of the whole. */
  frame: Size
  /** Where the source lies in it. */
  box: Box
}

function placeInResult(request: NormalizedRequest, source: Size): Place | undefined {
  const { scaled, canvas, x, y } = layout(source, targetSize(request, source))
  if (serviceFillsCanvas(request, source)) {
    const box = request.placement ? placementBox(request.placement, source) : { ...scaled, x, y }
    return box && isWithin(box, canvas) ? { frame: canvas, box } : undefined
  }
  if (request.placement) return undefined
  const { width, height } = scaled.width < source.width ? scaled : source
  return { frame: { width, height }, box: { x: 0, y: 0, width, height } }
}

/** Where a placement puts the source; undefined where it does not say, or turns it. */
function placementBox(
  { coordinates, width, height, rotation, fit }: NonNullable<NormalizedRequest['placement']>,
  source: Size,
): Box | undefined {
  const [x, y] = coordinates ?? []
  if (x === undefined || y === undefined || rotation || (!width && !height)) return undefined
  const ratio = source.width / source.height
  const box = { x, y, width: width ?? atLeastOne((height ?? 1) * ratio), height: height ?? 0 }
  if (!height) box.height = atLeastOne(box.width / ratio)
  if (!fit) return box
  const factor = Math.min(box.width / source.width, box.height / source.height)
  const inner = {
    width: atLeastOne(source.width * factor),
    height: atLeastOne(source.height * factor),
  }
  return {
    ...inner,
    x: x + Math.round((box.width - inner.width) / 2),
    y: y + Math.round((box.height - inner.height) / 2),
  }
}

const isWithin = (box: Box, { width, height }: Size) =>
  box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height

/** The steps that enlarge what came back to the size that the source's pixels need, and put them back. */
export function resolveDetail(step: DetailStep, returned: Size): { steps: Step[]; size: Size } {
  const { frame } = step
  if (returned.width >= frame.width) return { steps: [], size: returned }
  // What has another shape was laid out in another way: the operation leaves it alone.
  if (!hasSameRatio(returned, frame)) return { steps: [step], size: returned }
  return { steps: [...scaleSteps(returned, frame, { ...step, between: [] }), step], size: frame }
}

const hasSameRatio = (a: Size, b: Size) =>
  Math.abs((a.width * b.height) / (a.height * b.width) - 1) <= RATIO_TOLERANCE
