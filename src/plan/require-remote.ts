import { generativeFields } from '../request/generative.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import { DarkroomError } from '../shared/errors.ts'

/**
 * Refuses a request that needs a remote service where none is configured.
 * @throws DarkroomError REMOTE_NOT_CONFIGURED that names the fields.
 */
export function requireRemote(request: NormalizedRequest, hasRemote: boolean): void {
  const fields = generativeFields(request)
  const [path] = fields
  if (path === undefined || hasRemote) return
  throw new DarkroomError(
    'REMOTE_NOT_CONFIGURED',
    `Expected a remote service for ${fields.join(', ')}, but none is configured`,
    { path },
  )
}
