import { isGenerative, isUnusedPrompt } from './generative.ts'
import { flattensLighting } from './presets.ts'
import type { ValidatedRequest } from './validate.ts'

interface Ineffective {
  path: string
  message: string
}

/**
 * Fields that have no effect in this request, and why.
 * @param own what the caller wrote: a preset's own fields give no warnings.
 */
export function ineffectiveFields(request: ValidatedRequest, own: ValidatedRequest): Ineffective[] {
  const { background, print_size, generative_upscale, upscale_parameters } = request
  const lacks: Record<string, string | false> = {
    upscale_strength: !generative_upscale && 'generative_upscale',
    'background.prompt': background?.remove !== 'generative' && 'remove: generative',
    image_app: !isGenerative(request) && 'a generative operation',
    print_reorientation: !print_size && 'print_size',
    'upscale_parameters.mode': upscale_parameters?.type === 'text_x4' && 'type: v1',
    fit: needsBox(request) && 'width and height',
    ...unusedPrompt(request, own),
  }
  const lacking = Object.entries(lacks).map(([path, needed]): [string, Reason] => [
    path,
    needed && `has no effect without ${needed}`,
  ])
  const reasons: Record<string, Reason> = {
    ...Object.fromEntries(lacking),
    ...limitedSizes(request),
    ...noStrength(request),
    'background.color':
      background?.replace !== undefined && 'is not seen: replace fills all that is behind',
  }
  return Object.entries(reasons).flatMap(([path, reason]) =>
    reason && valueAt(own, path) !== undefined ? [{ path, message: `${path} ${reason}` }] : [],
  )
}

/** What follows the path in the message; false if the field has an effect. */
type Reason = string | false

/** `min_length` holds over `width` and `height`, and `max_length` last of all. Sizes in per cent depend on the source. */
function limitedSizes(request: ValidatedRequest): Record<string, Reason> {
  const { min_length = 0, max_length = Number.POSITIVE_INFINITY, print_size } = request
  if (print_size) return {}
  const reasonOf = (size: unknown): Reason => {
    if (typeof size !== 'number') return false
    if (size > max_length) return `is not reached: max_length allows ${max_length} pixels only`
    if (size >= Math.min(min_length, max_length)) return false
    return `does not hold: min_length asks for ${min_length} pixels at least`
  }
  const { width, height } = request
  return {
    width: reasonOf(width),
    height: reasonOf(height),
    min_length: reasonOf(request.min_length),
  }
}

/**
 * Strengths of 0. Those of enhancements that were not asked for are told of elsewhere; `face_enhance` without strength
 * finds the faces.
 */
function noStrength(request: ValidatedRequest): Record<string, Reason> {
  const { enhancements = [], caption, preset } = request
  const isIdle = (name: 'light' | 'color' | 'white_balance') =>
    enhancements.includes(name) && request[`${name}_parameters`]?.level === 0
  return {
    // `light` of any strength ends the even lighting of this preset.
    'light_parameters.level':
      isIdle('light') && !flattensLighting(preset) && 'is 0: light changes nothing',
    'color_parameters.level': isIdle('color') && 'is 0: color changes nothing',
    'white_balance_parameters.level':
      isIdle('white_balance') && 'is 0: white_balance changes nothing',
    'caption.opacity': caption?.opacity === 0 && 'is 0: the caption is not seen',
  }
}

/** These fits differ in a box only; with one dimension the image keeps its ratio. */
function needsBox({ fit, width, height, print_size }: ValidatedRequest): boolean {
  const isBox = print_size !== undefined || (width !== undefined && height !== undefined)
  if (isBox || fit === undefined) return false
  if (typeof fit === 'string') return fit !== 'canvas'
  return 'crop' in fit && fit.crop !== 'item'
}

/** The fields of a prompt that guides an upscale that is not generative. */
function unusedPrompt(request: ValidatedRequest, own: ValidatedRequest): Record<string, string> {
  if (!isUnusedPrompt(request)) return {}
  const paths = Object.keys(own.background?.generate ?? {}).map((k) => `background.generate.${k}`)
  // The service gets these with any other generative operation.
  const others = isGenerative(request) ? [] : ['model_type', 'adapter_type']
  return Object.fromEntries([...paths, ...others].map((path) => [path, 'generative_upscale']))
}

const valueAt = (request: ValidatedRequest, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], request)
