import type { Enhancement } from './schema.ts'
import type { ValidatedRequest } from './validate.ts'

/** The enhancements in the order in which they are done. */
const processingOrder = [
  'clean',
  'denoise',
  'deblur',
  'white_balance',
  'exposure_correction',
  'light',
  'color',
  'face_enhance',
] as const satisfies Enhancement[]

/** Each once, in the order in which they are done. */
export const inProcessingOrder = (enhancements: readonly Enhancement[]): Enhancement[] =>
  processingOrder.filter((name) => enhancements.includes(name))

/** Fields that say how an enhancement is done, with their defaults. */
const defaults = {
  denoise_parameters: { type: 'v1' },
  deblur_parameters: { type: 'v1' },
  white_balance_parameters: { level: 0.5 },
  light_parameters: { type: 'hdr_light_advanced', level: 1 },
  color_parameters: { type: 'hdr_light', level: 0.85 },
  face_enhance_parameters: { type: 'beautify-real', level: 1, smoothing_level: 0 },
} as const satisfies Partial<ValidatedRequest>

type Parameters = Pick<ValidatedRequest, keyof typeof defaults>

/** The parameters of the enhancements that are asked for, complete; those of others are left out. */
export function enhancementParameters(
  request: ValidatedRequest,
  warn: (path: string, message: string) => void,
): Parameters {
  const entries = Object.entries(defaults).map(([field, values]) => {
    const name = field.replace('_parameters', '') as Enhancement
    const own = request[field as keyof Parameters]
    if (request.enhancements?.includes(name)) return [field, { ...values, ...omitUndefined(own) }]
    if (own) warn(field, `${field} has no effect without ${name} in enhancements`)
    return [field, undefined]
  })
  return Object.fromEntries(entries) as Parameters
}

const omitUndefined = (own: object = {}) =>
  Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
