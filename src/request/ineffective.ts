import type { Warning } from '../shared/warning.ts'
import { showsMask } from './background.ts'
import { enhancementNames } from './enhancement-names.ts'
import { isGenerative, isOwnFormat, isUnusedPrompt } from './generative.ts'
import { flattensLighting } from './presets.ts'
import { type ValidatedRequest, valueAt } from './validate.ts'

/** What follows the path in the message; false or undefined if it has an effect. */
type Reason = string | false | undefined
export type Reasons = Record<string, Reason>

export const ignored = (reasons: Reasons, code: 'IGNORED' | 'LIMITED' = 'IGNORED'): Warning[] =>
  Object.entries(reasons).flatMap(([path, reason]) =>
    reason ? [{ code, path, message: `${path} ${reason}` }] : [],
  )

const ONLY_MASK = 'is not seen: output: mask shows what stays'

const without = (needed: string) => `has no effect without ${needed}`

/**
 * Fields that have no effect in this request, or less than they ask for, and why. What only the run can tell is in
 * execution/outcome-warnings.ts.
 * @param own what the caller wrote: a preset's own fields give no warnings.
 */
export function ineffectiveFields(request: ValidatedRequest, own: ValidatedRequest): Warning[] {
  const { background, print_size, generative_upscale, upscale_parameters, safe } = request
  const onPng = request.output_format === 'png' && 'has no effect on png'
  const reasons: Reasons = {
    webhook_url: hasOtherWebhook(own) && 'was ignored: webhooks.complete names another receiver',
    upscale_strength: !generative_upscale && without('generative_upscale'),
    'background.remove': background?.mask !== undefined && 'was ignored: mask says what stays',
    'background.refine': background?.mask === undefined && without('mask'),
    ...Object.fromEntries(
      (['keep', 'erase', 'hints'] as const).map((name) => [
        `background.${name}`,
        (background?.remove === 'generative' &&
          'has no effect on what the remote service removes') ||
          (hasNoSource(request) && without('url')),
      ]),
    ),
    'background.prompt': background?.remove !== 'generative' && without('remove: generative'),
    ...Object.fromEntries(
      ['crop', 'rotate', 'flip'].map((name) => [name, hasNoSource(request) && without('url')]),
    ),
    image_app: !isGenerative(request) && without('a generative operation'),
    print_reorientation: !print_size && without('print_size'),
    'upscale_parameters.mode': upscale_parameters?.type === 'text_x4' && without('type: v1'),
    fit: needsBox(request) && without('width and height'),
    ...unusedPrompt(request, own),
    ...(print_size && sizesBesidePaper),
    ...(request.sizes && { min_length: 'was ignored: sizes gives the widths' }),
    ...noStrength(request),
    'background.replace': showsMask(request) && ONLY_MASK,
    'background.color':
      (showsMask(request) && ONLY_MASK) ||
      (background?.replace !== undefined && 'is not seen: replace fills all that is behind'),
    ...unusedParameters(request),
    quality: onPng,
    max_file_size: onPng,
    nsfw_parameters: !safe && 'have no effect without safe',
  }
  const written = (all: Reasons): Reasons =>
    Object.fromEntries(Object.entries(all).filter(([path]) => valueAt(own, path) !== undefined))
  const sizes = print_size ? {} : limitedSizes(request)
  return [...ignored(written(reasons)), ...ignored(written(sizes), 'LIMITED')]
}

const opaqueColor: Warning = {
  code: 'LIMITED',
  path: 'background.color',
  message: 'The remote service does not know the alpha of background.color: it fills in full',
}

/**
 * Fields that have no effect because the remote service makes the image.
 * @param whole whether it carries out the whole request, because the device cannot.
 */
export function ineffectiveAtService(request: ValidatedRequest, whole: boolean): Warning[] {
  const { output_format: format, keep_exif, background } = request
  const messages = {
    output_format:
      whole &&
      isOwnFormat(format) &&
      `The remote service does not know ${format}: the result is in the format that it chose`,
    'upscale_parameters.mode':
      whole &&
      asksForMode(request) &&
      'The remote service does not know upscale_parameters.mode: it enlarges in its own way',
    ...Object.fromEntries(
      ownBackgroundFields.map((name) => [
        `background.${name}`,
        whole &&
          background?.[name] !== undefined &&
          `The remote service does not know background.${name}`,
      ]),
    ),
    keep_exif:
      !whole &&
      keep_exif &&
      'The image that came back from the remote service has no EXIF of the source',
  }
  const ignored = Object.entries(messages).flatMap(([path, message]) =>
    message ? [{ code: 'IGNORED', path, message }] : [],
  )
  const hasAlpha = whole && /^#.{8}$/.test(background?.color ?? '')
  return hasAlpha ? [...ignored, opaqueColor] : ignored
}

/** Of `background`, what no remote service knows: extensions of Darkroom's own. */
const ownBackgroundFields = ['mask', 'refine', 'keep', 'erase', 'hints', 'output'] as const

const hasNoSource = ({ url, urls }: ValidatedRequest) => url === undefined && urls === undefined

export const asksForMode = ({ upscale_parameters: { mode } = {} }: ValidatedRequest) =>
  mode !== undefined && mode !== 'auto'

const hasOtherWebhook = ({ webhooks, webhook_url }: ValidatedRequest) =>
  webhooks?.complete !== undefined && webhooks.complete !== webhook_url

const BESIDE_PAPER = 'was ignored: print_size gives the size'
const sizesBesidePaper: Reasons = {
  width: BESIDE_PAPER,
  height: BESIDE_PAPER,
  min_length: BESIDE_PAPER,
  max_length: BESIDE_PAPER,
}

export const notReached = (pixels: number) =>
  `is not reached: max_length allows ${pixels} pixels only`
export const exceeded = (pixels: number) =>
  `is exceeded: min_length asks for ${pixels} pixels at least`

type Sizes = Partial<Record<'width' | 'height', unknown>> &
  Partial<Record<'min_length' | 'max_length', number | undefined>>

/**
 * Sizes that are beyond a limit whatever the ratio of the image is. `min_length` holds over `width` and `height`, and
 * `max_length` last of all.
 */
export function limitedSizes(sizes: Sizes): Reasons {
  const { width, height, min_length = 0, max_length = Number.POSITIVE_INFINITY } = sizes
  const reasonOf = (size: unknown): Reason => {
    if (typeof size !== 'number') return false
    if (size > max_length) return notReached(max_length)
    if (size >= Math.min(min_length, max_length)) return false
    return exceeded(min_length)
  }
  return { width: reasonOf(width), height: reasonOf(height), min_length: reasonOf(min_length) }
}

/** Strengths of 0. `face_enhance` without strength finds the faces. */
function noStrength(request: ValidatedRequest): Reasons {
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

/** The parameters of enhancements that were not asked for. */
function unusedParameters({ enhancements = [] }: ValidatedRequest): Reasons {
  const unused = enhancementNames.filter((name) => !enhancements.includes(name))
  return Object.fromEntries(
    unused.map((name) => [`${name}_parameters`, without(`${name} in enhancements`)]),
  )
}

/** These fits differ in a box only; with one dimension the image keeps its ratio. */
function needsBox({ fit, width, height, print_size }: ValidatedRequest): boolean {
  const isBox = print_size !== undefined || (width !== undefined && height !== undefined)
  if (isBox || fit === undefined) return false
  if (typeof fit === 'string') return fit !== 'canvas'
  return 'crop' in fit && fit.crop !== 'item'
}

/** The fields of a prompt that guides an upscale that is not generative. */
function unusedPrompt(request: ValidatedRequest, own: ValidatedRequest): Reasons {
  if (!isUnusedPrompt(request)) return {}
  const paths = Object.keys(own.background?.generate ?? {}).map((k) => `background.generate.${k}`)
  // The service gets these with any other generative operation.
  const others = isGenerative(request) ? [] : ['model_type', 'adapter_type']
  const reason = without('generative_upscale')
  return Object.fromEntries([...paths, ...others].map((path) => [path, reason]))
}
