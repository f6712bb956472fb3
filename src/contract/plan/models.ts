import type { ModelName } from '../../../models/models.ts'
import type { BackgroundMethod } from '../request/background.ts'
import type { Plan } from './plan.ts'
import type { Step } from './steps.ts'

/** The networks of each way to remove a background; which one of two sees people depends on the image's shape. */
const people = ['blazeface', 'selfie', 'selfie-landscape'] as const
const cuttingOut = {
  auto: ['u2netp', ...people],
  v2: ['u2netp', ...people],
  human: people,
  item: ['u2netp'],
} satisfies Record<BackgroundMethod, readonly ModelName[]>

const restoring = ['blazeface', 'clean', 'denoise-v2', 'deblur-v2'] as const

function neededBy(step: Step): ModelName[] {
  if (step.op === 'subject') return step.between.flatMap(neededBy)
  if (step.op === 'background') return [...cuttingOut[step.remove]]
  if (step.op === 'face_enhance') return [...restoring]
  if (step.op === 'nsfw') return ['nsfw']
  return 'model' in step ? [step.model] : []
}

/** The models that a plan needs, each once. */
export const modelsOf = ({ steps }: Plan) => [...new Set(steps.flatMap(neededBy))]
