import type { CanonicalRequest } from '../request/canonical.ts'
import { generativeFields } from '../request/generative.ts'
import type { Step } from './steps.ts'

/** The one segment of a plan that a generative model carries out. */
export function remoteSteps(request: CanonicalRequest): Step[] {
  const fields = generativeFields(request)
  return fields.length > 0 ? [{ op: 'remote', fields }] : []
}
