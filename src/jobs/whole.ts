import { type DarkroomError, isDarkroomError } from '../errors.ts'
import { refuse } from '../plan/refuse.ts'
import { wholeStep } from '../plan/remote.ts'
import { mayTake } from '../remote/remote.ts'
import type { CanonicalRequest } from '../request/canonical.ts'
import type { Prepared, Workplace } from './work.ts'

type Place = Pick<Workplace, 'remote'>

/**
 * Refuses what can be done neither here nor at the remote service, before any source is opened.
 * @throws DarkroomError REMOTE_NOT_CONFIGURED or NOT_SUPPORTED; both name the fields.
 */
export function checkDoable(request: CanonicalRequest, { remote }: Place): void {
  const refusal = refusalOf(request, remote !== undefined)
  if (!refusal) return
  if (refusal.code === 'NOT_SUPPORTED' && mayTake(remote?.line.remote, 'unsupported')) return
  throw refusal
}

/** Whether the service takes a request as a whole because it asks for what is not supported here. */
export const takesUnsupported = (request: CanonicalRequest, { remote }: Place): boolean =>
  mayTake(remote?.line.remote, 'unsupported') && refusalOf(request, true)?.code === 'NOT_SUPPORTED'

/** Whether the service takes a request as a whole that is too large for this device. */
export const takesTooLarge = (error: DarkroomError, { remote }: Place): boolean =>
  error.code === 'TOO_LARGE' && mayTake(remote?.line.remote, 'too-large')

/** A plan of one step: the service does everything, and what comes back is the result. */
export const planWhole = (request: CanonicalRequest): Prepared => ({
  request,
  inputs: {},
  plan: {
    source: null,
    steps: [wholeStep(request)],
    output: { format: 'auto', quality: 85, exif: false },
  },
})

function refusalOf(request: CanonicalRequest, hasRemote: boolean): DarkroomError | undefined {
  try {
    refuse(request, hasRemote)
  } catch (error) {
    if (isDarkroomError(error)) return error
    throw error
  }
  return undefined
}
