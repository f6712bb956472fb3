import { type Enhancement, enhancementNames } from './enhancement-names.ts'
import { omitUndefined } from './omit-undefined.ts'
import type { ValidatedRequest } from './validate.ts'

/** Removes duplicates and sorts into processing order. */
export const inProcessingOrder = (enhancements: readonly Enhancement[]): Enhancement[] =>
  enhancementNames.filter((name) => enhancements.includes(name))

/** The defaults of the enhancements' parameters. */
const defaults = {
  denoise_parameters: { type: 'v1' },
  deblur_parameters: { type: 'v1' },
  white_balance_parameters: { level: 0.5 },
  light_parameters: { type: 'hdr_light_advanced', level: 1 },
  color_parameters: { type: 'hdr_light', level: 0.85 },
  face_enhance_parameters: { type: 'beautify-real', level: 1, smoothing_level: 0 },
} as const satisfies Partial<ValidatedRequest>

type Parameters = Pick<ValidatedRequest, keyof typeof defaults>

/** The complete parameters of the requested enhancements. Those of others are dropped with a warning. */
export function enhancementParameters(
  request: ValidatedRequest,
  warn: (path: string, message: string) => void,
): Parameters {
  const entries = Object.entries(defaults).map(([field, defaultValues]) => {
    const name = field.replace('_parameters', '') as Enhancement
    const values = request[field as keyof Parameters]
    if (request.enhancements?.includes(name))
      return [field, { ...defaultValues, ...omitUndefined<object>(values ?? {}) }]
    if (values) warn(field, `${field} has no effect without ${name} in enhancements`)
    return [field, undefined]
  })
  return Object.fromEntries(entries) as Parameters
}
