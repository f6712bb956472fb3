import type { Plan } from '../plan/plan.ts'
import { wholeRequestStep } from '../plan/remote-step.ts'
import { acceptsWholeRequest } from '../remote/connection.ts'
import { DEFAULT_QUALITY } from '../request/defaults.ts'
import { isFramed } from '../request/framing.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import type { DarkroomError } from '../shared/errors.ts'
import type { ExecutionContext } from './context.ts'

/**
 * Whether the remote service may take the whole request because the device cannot open its source. The service does not
 * know `crop`, `rotate`, `flip` and `sizes`, without which the result would be another.
 */
export function canFallBack(
  request: NormalizedRequest,
  { code, path }: DarkroomError,
  { remote }: Pick<ExecutionContext, 'remote'>,
) {
  if (isFramed(request) || request.sizes) return false
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
