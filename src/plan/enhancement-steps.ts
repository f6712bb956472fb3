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

const restoring = ['clean', 'denoise', 'deblur'] as const

type Restoring = (typeof restoring)[number]

/**
 * What several of these would do one after the other. `denoise` has what that alone would do. `restoredLater`: an
 * enlargement follows that removes compression.
 */
export interface RestoreStep {
  op: 'restore'
  for: Restoring[]
  denoise?: Extract<EnhancementStep, { op: 'denoise' }>
  restoredLater?: true
}

/** Puts one step in the place of several that restore. */
export function together(steps: EnhancementStep[]): (EnhancementStep | RestoreStep)[] {
  const denoise = steps.find((each) => each.op === 'denoise')
  const names = steps.map(({ op }) => op).filter(isRestoring)
  if (names.length < 2) return steps
  const restore = { op: 'restore' as const, for: names, ...(denoise && { denoise }) }
  return [restore, ...steps.filter(({ op }) => !isRestoring(op))]
}

const isRestoring = (op: string): op is Restoring => (restoring as readonly string[]).includes(op)
