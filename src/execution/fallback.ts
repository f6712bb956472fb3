import type { Plan } from '../plan/plan.ts'
import { wholeRequestStep } from '../plan/remote-step.ts'
import { acceptsWholeRequest } from '../remote/connection.ts'
import { DEFAULT_QUALITY } from '../request/defaults.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import type { DarkroomError } from '../shared/errors.ts'
import type { ExecutionContext } from './context.ts'

/** Whether the remote service may take the whole request because the device cannot open its source. */
export function canFallBack(
  { code, path }: DarkroomError,
  { remote }: Pick<ExecutionContext, 'remote'>,
) {
  const options = remote?.connection.remote
  if (code === 'TOO_LARGE') return acceptsWholeRequest(options, 'too-large')
  return (
    code === 'UNIDENTIFIED_IMAGE' && path === 'url' && acceptsWholeRequest(options, 'unsupported')
  )
}

/** A plan of one remote step, whose output is the result. */
export const fallbackPlan = (request: NormalizedRequest): Plan => ({
  source: null,
  steps: [wholeRequestStep(request)],
  output: { format: 'auto', quality: DEFAULT_QUALITY, exif: false },
})
