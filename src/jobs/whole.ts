import type { DarkroomError } from '../errors.ts'
import { wholeStep } from '../plan/remote.ts'
import { mayTake } from '../remote/remote.ts'
import type { CanonicalRequest } from '../request/canonical.ts'
import type { Prepared, Workplace } from './workplace.ts'

/** Whether the service takes a request as a whole because this device fails of its source: too large, or no format that it reads. */
export function takesWhole({ code, path }: DarkroomError, { remote }: Pick<Workplace, 'remote'>) {
  const options = remote?.line.remote
  if (code === 'TOO_LARGE') return mayTake(options, 'too-large')
  return code === 'UNIDENTIFIED_IMAGE' && path === 'url' && mayTake(options, 'unsupported')
}

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
