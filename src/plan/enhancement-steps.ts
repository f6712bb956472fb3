import type { Enhancement } from '../request/enhancement-names.ts'
import type { NormalizedRequest } from '../request/normalize.ts'

/** Keeps the literal types of a step. */
const step = <const S extends { op: string }>(step: S): S => step

/** The step of each enhancement. Faces are enhanced after upscaling, so they have none here. */
export const enhancementStep = {
  clean: () => step({ op: 'clean', model: 'clean' }),
  denoise: ({ denoise_parameters: p }) =>
    step({ op: 'denoise', model: `denoise-${p?.type ?? 'v1'}` }),
  deblur: ({ deblur_parameters: p }) => step({ op: 'deblur', model: `deblur-${p?.type ?? 'v1'}` }),
  white_balance: ({ white_balance_parameters: p }) =>
    step({
      op: 'white_balance',
      level: p?.level ?? 0.5,
    }),
  exposure_correction: () => step({ op: 'exposure_correction' }),
  light: ({ light_parameters: p }) =>
    step({
      op: 'light',
      type: p?.type ?? 'hdr_light_advanced',
      level: p?.level ?? 1,
    }),
  color: ({ color_parameters: p }) =>
    step({
      op: 'color',
      type: p?.type ?? 'hdr_light',
      level: p?.level ?? 0.85,
    }),
} satisfies Record<
  Exclude<Enhancement, 'face_enhance'>,
  (request: NormalizedRequest) => { op: string }
>

/** The steps of enhancements, as part of `Step`. */
export type EnhancementStep = ReturnType<(typeof enhancementStep)[keyof typeof enhancementStep]>
