import { DarkroomError, unexpected } from '../shared/errors.ts'
import type { Warning } from '../shared/warning.ts'
import { applyPreset } from './apply-preset.ts'
import type { Enhancement } from './enhancement-names.ts'
import { enhancementParameters, inProcessingOrder } from './enhancements.ts'
import { worksWithoutSource } from './generative.ts'
import { ineffectiveFields } from './ineffective.ts'
import { omitUndefined } from './omit-undefined.ts'
import { knownModelTypes } from './schema.ts'
import { type ValidatedRequest, validate } from './validate.ts'

/** `avif` and `jxl` are extensions of Darkroom's own, which no remote service knows. */
export type OutputFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'jxl'

/** Whether no remote service knows a format. */
export const isOwnFormat = (format?: OutputFormat): boolean => format === 'avif' || format === 'jxl'

type NormalizedFit =
  | 'canvas'
  | 'bounds'
  | 'cover'
  | { crop: 'center' | 'content' | 'item' }
  | { canvas: 'outpainting' }

/** A request with one spelling for each field, and with its preset and all defaults filled in. Itself a valid request. */
export type NormalizedRequest = Omit<
  ValidatedRequest,
  'fit' | 'output_format' | 'enhancements' | 'webhook_url'
> & {
  fit: NormalizedFit
  output_format?: OutputFormat
  enhancements: Enhancement[]
}

export interface Normalized {
  request: NormalizedRequest
  /** What the caller wrote. */
  original: unknown
  warnings: Warning[]
}

/**
 * Validates a request (schema.ts) and brings it into its canonical form; plan/plan.ts turns that into steps.
 * Normalizing twice changes nothing.
 * @throws DarkroomError BAD_REQUEST with the field as `path`.
 */
export function normalize(input: unknown): Normalized {
  const { valid, warnings } = validate(input)
  const warn = (path: string, message: string) => warnings.push({ code: 'IGNORED', path, message })
  warnOfSecondWebhook(valid, warn)
  const complete = applyPreset(mergeSpellings(valid))
  checkSources(complete)
  warnOfUnknownModels(complete, warnings)
  for (const { path, message } of ineffectiveFields(complete, valid)) warn(path, message)
  const { fit, enhancements, ...rest } = complete
  const request = omitUndefined<NormalizedRequest>({
    ...rest,
    ...normalizeSize(complete, warn),
    ...enhancementParameters(complete, warn),
    ...normalizeOutput(complete, warn),
    fit: normalizeFit(fit),
    enhancements: inProcessingOrder(enhancements ?? []),
  })
  return { request: withDefaults(request, warn), original: input, warnings }
}

type Warn = (path: string, message: string) => void

function warnOfSecondWebhook({ webhooks, webhook_url }: ValidatedRequest, warn: Warn): void {
  if (!webhooks?.complete || !webhook_url || webhooks.complete === webhook_url) return
  warn('webhook_url', 'webhook_url was ignored: webhooks.complete names another receiver')
}

/** Merges the alternative spellings of fields. */
function mergeSpellings({ webhook_url, ...request }: ValidatedRequest): ValidatedRequest {
  const { face_enhance_parameters: face, nsfw_parameters: nsfw, webhooks } = request
  const { smothing_level, ...faceRest } = face ?? {}
  const { thresold, image_url, ...nsfwRest } = nsfw ?? {}
  return omitUndefined<ValidatedRequest>({
    ...request,
    webhooks: webhooks?.complete || !webhook_url ? webhooks : { complete: webhook_url },
    face_enhance_parameters:
      face && omitUndefined({ smoothing_level: smothing_level, ...faceRest }),
    nsfw_parameters:
      nsfw && omitUndefined({ threshold: thresold, nsfw_image_url: image_url, ...nsfwRest }),
  })
}

function checkSources(request: ValidatedRequest): void {
  if (request.url !== undefined && request.urls !== undefined) {
    throw new DarkroomError('BAD_REQUEST', 'Expected url or urls but received both', {
      path: 'urls',
    })
  }
  if (request.url === undefined && request.urls === undefined) checkNoSource(request)
  if (request.caption && request.caption.url === undefined) {
    throw unexpected('caption.url', 'an image', undefined)
  }
}

/** Without a source only an image can be generated, and its size must be in pixels. */
function checkNoSource(request: ValidatedRequest): void {
  if (!worksWithoutSource(request)) {
    throw new DarkroomError('BAD_REQUEST', 'File or image url is required', { path: 'url' })
  }
  for (const path of ['width', 'height'] as const) {
    if (typeof request[path] !== 'string') continue
    throw unexpected(path, 'a number of pixels, as there is no source', request[path])
  }
}

function warnOfUnknownModels(request: ValidatedRequest, warnings: Warning[]): void {
  const modelTypes = {
    model_type: request.model_type,
    'background.generate.model_type': request.background?.generate?.model_type,
  }
  for (const [path, name] of Object.entries(modelTypes)) {
    if (name === undefined || knownModelTypes.includes(name)) continue
    warnings.push({
      code: 'UNKNOWN_VALUE',
      path,
      message: `${name} is not a model_type known here`,
    })
  }
}

function normalizeFit(fit: ValidatedRequest['fit']): NormalizedFit {
  if (fit === undefined) return 'canvas'
  if (fit === 'crop') return { crop: 'content' }
  if (typeof fit === 'object' && Object.keys(fit).length === 0) return 'canvas'
  return fit as NormalizedFit
}

const sizeFields = ['width', 'height', 'min_length', 'max_length'] as const

/** A sheet of paper has one size: `print_size` overrides all others. */
function normalizeSize(request: ValidatedRequest, warn: Warn) {
  if (!request.print_size) return {}
  for (const field of sizeFields) {
    if (request[field] !== undefined) warn(field, `${field} was ignored: print_size gives the size`)
  }
  return { width: undefined, height: undefined, min_length: undefined, max_length: undefined }
}

function normalizeOutput(request: ValidatedRequest, warn: Warn) {
  const { output_format, quality, max_file_size } = request
  const explicit = output_format === 'jpg' ? 'jpeg' : output_format
  const format = explicit ?? (max_file_size === undefined ? undefined : 'jpeg')
  if (format !== 'png') return { output_format: format }
  if (quality !== undefined) warn('quality', 'quality has no effect on png')
  if (max_file_size !== undefined) warn('max_file_size', 'max_file_size has no effect on png')
  return { output_format: format, quality: undefined, max_file_size: undefined }
}

function withDefaults(request: NormalizedRequest, warn: Warn): NormalizedRequest {
  const { caption, background, safe, nsfw_parameters, ...rest } = request
  if (nsfw_parameters && !safe)
    warn('nsfw_parameters', 'nsfw_parameters have no effect without safe')
  return {
    ...rest,
    upscale_parameters: normalizeUpscale(request),
    ...(background && { background: normalizeBackground(background) }),
    ...(caption && {
      caption: { position: 'RB', target_width_percentage: 25, opacity: 100, ...caption },
    }),
    ...(safe && {
      safe,
      nsfw_parameters: { threshold: 0.5, ...omitUndefined(nsfw_parameters ?? {}) },
    }),
  }
}

/** Only `v1` has modes. */
function normalizeUpscale({ upscale_parameters }: NormalizedRequest) {
  const { type = 'v1', mode } = upscale_parameters ?? {}
  return type === 'v1' ? omitUndefined({ type, mode }) : { type }
}

/** `replace` implies a removal. A removal without color or replacement leaves transparency. */
function normalizeBackground(
  background: NonNullable<ValidatedRequest['background']>,
): NonNullable<ValidatedRequest['background']> {
  const remove = background.remove ?? (background.replace === undefined ? undefined : 'auto')
  if (!remove) return background
  const color = background.color ?? (background.replace === undefined ? 'transparent' : undefined)
  return { ...background, remove, ...(color && { color }) }
}
