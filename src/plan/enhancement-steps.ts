import type { Enhancement } from '../request/enhancement-names.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import { isAutoEnhance } from '../request/presets.ts'

/** Keeps the literal types of a step. */
const step = <const S extends { op: string }>(step: S): S => step

/** The step of each enhancement that is asked for. Faces are enhanced after upscaling, so they have none here. */
export const enhancementStep = {
  clean: () => step({ op: 'clean', model: 'clean' }),
  denoise({ denoise_parameters: p, preset = '' }) {
    if (!p) return undefined
    // Four views take four times as long, and give 0.1 dB.
    const fewer = isAutoEnhance(preset) ? ({ views: 'one' } as const) : {}
    return step({ op: 'denoise', model: `denoise-${p.type}`, ...fewer })
  },
  deblur: ({ deblur_parameters: p }) => p && step({ op: 'deblur', model: 'deblur' }),
  white_balance: ({ white_balance_parameters: p }) => p && step({ op: 'white_balance', ...p }),
  exposure_correction: () => step({ op: 'exposure_correction' }),
  light: ({ light_parameters: p }) => p && step({ op: 'light', ...p }),
  color: ({ color_parameters: p }) => p && step({ op: 'color', ...p }),
} satisfies Record<
  Exclude<Enhancement, 'face_enhance'>,
  (request: NormalizedRequest) => { op: string } | undefined
>

/** The steps of enhancements, as part of `Step`. */
export type EnhancementStep = NonNullable<
  ReturnType<(typeof enhancementStep)[keyof typeof enhancementStep]>
>
