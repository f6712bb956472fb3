import { DarkroomError, unexpected } from '../shared/errors.ts'
import type { Warning } from '../shared/warning.ts'
import { applyPreset } from './apply-preset.ts'
import { showsMask } from './background.ts'
import { completeParameters, type Parameters } from './defaults.ts'
import { type Enhancement, inProcessingOrder } from './enhancement-names.ts'
import { worksWithoutSource } from './generative.ts'
import { ineffectiveFields } from './ineffective.ts'
import { knownModelTypes } from './schema.ts'
import { type ValidatedRequest, validate } from './validate.ts'

/** `avif` and `jxl` are extensions of Darkroom's own, which no remote service knows. */
export type OutputFormat = Exclude<NonNullable<ValidatedRequest['output_format']>, 'jpg'>

type NormalizedFit =
  | 'canvas'
  | 'bounds'
  | 'cover'
  | { crop: 'center' | 'content' | 'item' }
  | { canvas: 'outpainting' }

/** A request with one spelling for each field, and with its preset and all defaults filled in. Itself a valid request. */
export type NormalizedRequest = Omit<
  ValidatedRequest,
  keyof Parameters | 'fit' | 'output_format' | 'enhancements' | 'webhook_url'
> &
  Parameters & {
    fit: NormalizedFit
    output_format?: OutputFormat
    enhancements: Enhancement[]
    /** Never of a caller's own: `asBitmap` sets it. */
    bitmap?: true
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
  const complete = withMasks(applyPreset(mergeSpellings(valid)))
  checkSources(complete)
  checkSizes(complete)
  const { fit, enhancements = [], background, ...rest } = complete
  const request = withoutUndefined<NormalizedRequest>({
    ...rest,
    ...sizeOf(complete),
    ...completeParameters(complete),
    ...outputOf(complete),
    fit: normalizeFit(fit),
    enhancements: inProcessingOrder(enhancements),
    background: background && normalizeBackground(background),
    safe: complete.safe || undefined,
  })
  return {
    request,
    original: input,
    warnings: [...warnings, ...unknownModels(complete), ...ineffectiveFields(complete, valid)],
  }
}

/** A copy without the fields that are undefined. */
const withoutUndefined = <T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

/** Merges the alternative spellings of fields. */
function mergeSpellings({ webhook_url, ...request }: ValidatedRequest): ValidatedRequest {
  const { face_enhance_parameters: face, nsfw_parameters: nsfw, webhooks } = request
  const { smothing_level, ...faceRest } = face ?? {}
  const { thresold, image_url, ...nsfwRest } = nsfw ?? {}
  return withoutUndefined<ValidatedRequest>({
    ...request,
    webhooks: webhooks?.complete || !webhook_url ? webhooks : { complete: webhook_url },
    face_enhance_parameters:
      face && withoutUndefined({ smoothing_level: smothing_level, ...faceRest }),
    nsfw_parameters:
      nsfw && withoutUndefined({ threshold: thresold, nsfw_image_url: image_url, ...nsfwRest }),
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

/** Each of several widths is the result's only size, of one image. */
function checkSizes(request: ValidatedRequest): void {
  const others = ['width', 'height', 'print_size', 'urls'] as const
  const beside = request.sizes && others.find((path) => request[path] !== undefined)
  if (!beside) return
  const message = `Expected sizes or ${beside} but received both`
  throw new DarkroomError('BAD_REQUEST', message, { path: 'sizes' })
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

function unknownModels({ model_type, background }: ValidatedRequest): Warning[] {
  const names = { model_type, 'background.generate.model_type': background?.generate?.model_type }
  return Object.entries(names).flatMap(([path, name]) =>
    name === undefined || knownModelTypes.includes(name)
      ? []
      : [{ code: 'UNKNOWN_VALUE', path, message: `${name} is not a model_type known here` }],
  )
}

function normalizeFit(fit: ValidatedRequest['fit']): NormalizedFit {
  if (fit === undefined) return 'canvas'
  if (fit === 'crop') return { crop: 'content' }
  if (typeof fit === 'object' && Object.keys(fit).length === 0) return 'canvas'
  return fit as NormalizedFit
}

/** A sheet of paper has one size: `print_size` overrides all others. Several widths leave none to `min_length`. */
function sizeOf({ print_size, sizes }: ValidatedRequest) {
  if (sizes) return { min_length: undefined }
  return print_size
    ? { width: undefined, height: undefined, min_length: undefined, max_length: undefined }
    : {}
}

function outputOf({ output_format }: ValidatedRequest) {
  const format = output_format === 'jpg' ? 'jpeg' : output_format
  if (format !== 'png') return { output_format: format }
  return { output_format: format, quality: undefined, max_file_size: undefined }
}

/** A mask says what stays, so that nothing is looked for. One that is the result is a png unless a format is named. */
function withMasks({ background, ...request }: ValidatedRequest): ValidatedRequest {
  if (!background) return request
  const { remove, ...rest } = background
  return {
    ...(background.output === 'mask' && { output_format: 'png' }),
    ...request,
    background: background.mask === undefined ? background : rest,
  }
}

/**
 * `replace` implies a removal, where there is no mask. A removal without color or replacement leaves transparency, and so
 * does one of which the mask is shown.
 */
function normalizeBackground(
  background: NonNullable<ValidatedRequest['background']>,
): NonNullable<ValidatedRequest['background']> {
  const { mask, replace } = background
  const implied = replace !== undefined && mask === undefined ? ('auto' as const) : undefined
  const remove = background.remove ?? implied
  if (showsMask({ background })) {
    const { replace: _, ...rest } = background
    return { ...rest, ...(remove && { remove }), color: 'transparent' }
  }
  if (!remove && mask === undefined) return background
  const color = background.color ?? (replace === undefined ? 'transparent' : undefined)
  return { ...background, ...(remove && { remove }), ...(color && { color }) }
}
