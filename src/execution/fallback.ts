import type { DarkroomError } from '../contract/errors.ts'
import { wholeRequestStep } from '../contract/plan/remote-step.ts'
import type { NormalizedRequest } from '../contract/request/normalize.ts'
import { acceptsWhole } from '../remote/connection.ts'
import type { ExecutionContext, PreparedRequest } from './context.ts'

/** Whether the service takes a request as a whole because this device fails of its source: too large, or no format that it reads. */
export function canFallBack(
  { code, path }: DarkroomError,
  { remote }: Pick<ExecutionContext, 'remote'>,
) {
  const options = remote?.connection.remote
  if (code === 'TOO_LARGE') return acceptsWhole(options, 'too-large')
  return code === 'UNIDENTIFIED_IMAGE' && path === 'url' && acceptsWhole(options, 'unsupported')
}

/** A plan of one step: the service does everything, and what comes back is the result. */
export const fallbackPlan = (request: NormalizedRequest): PreparedRequest => ({
  request,
  inputs: {},
  plan: {
    source: null,
    steps: [wholeRequestStep(request)],
    output: { format: 'auto', quality: 85, exif: false },
  },
})
