import type { Enhancement } from './enhancement-names.ts'
import type { ValidatedRequest } from './validate.ts'

type Values<F extends keyof ValidatedRequest> = NonNullable<ValidatedRequest[F]>
type OfEnhancement = Extract<keyof ValidatedRequest, `${Enhancement}_parameters`>

/**
 * The defaults of parameters; those of an enhancement all have one. Defaults that depend on the source or on other
 * fields are the plan's.
 */
const defaults = {
  upscale_parameters: { type: 'v1' },
  denoise_parameters: { type: 'v1' },
  deblur_parameters: { type: 'v1' },
  white_balance_parameters: { level: 0.5 },
  light_parameters: { type: 'hdr_light_advanced', level: 1 },
  color_parameters: { type: 'hdr_light', level: 0.85 },
  face_enhance_parameters: { type: 'beautify-real', level: 1, smoothing_level: 0 },
  caption: { position: 'RB', target_width_percentage: 25, opacity: 100 },
  nsfw_parameters: { threshold: 0.5 },
} as const satisfies Partial<ValidatedRequest> & {
  [F in OfEnhancement]: Required<Omit<Values<F>, 'smothing_level'>>
}

/** The quality of a file that nothing else is said of. */
export const DEFAULT_QUALITY = 85

type Defaults = typeof defaults
type Complete<F extends keyof Defaults> = Omit<Values<F>, keyof Defaults[F]> &
  Required<Pick<Values<F>, keyof Values<F> & keyof Defaults[F]>>

/** Parameters with all their defaults. Those of an enhancement are there if it is asked for. */
export type Parameters = { [F in keyof Defaults]?: Complete<F> } & {
  upscale_parameters: Complete<'upscale_parameters'>
}

/** The complete parameters of what a request asks for; undefined for anything else. */
export function completeParameters(request: ValidatedRequest): {
  [F in keyof Parameters]-?: Parameters[F] | undefined
} {
  const asked: string[] = [
    'upscale_parameters',
    ...(request.enhancements ?? []).map((name) => `${name}_parameters`),
    ...(request.caption ? ['caption'] : []),
    ...(request.safe ? ['nsfw_parameters'] : []),
  ]
  const fields = Object.entries(defaults).map(([field, values]) => [
    field,
    asked.includes(field) ? { ...values, ...request[field as keyof Defaults] } : undefined,
  ])
  const { upscale_parameters, ...others } = Object.fromEntries(fields)
  const { mode, ...network } = upscale_parameters
  // Only `v1` has modes.
  return { ...others, upscale_parameters: network.type === 'v1' ? upscale_parameters : network }
}
