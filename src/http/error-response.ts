import { asDarkroomError } from '../contract/errors.ts'

/**
 * An error as it is answered. A job that failed is always a 500, whatever its code would be at once:
 * a client that polls could not tell a bad job from a bad question.
 */
export function errorResponse(thrown: unknown, jobEnded = false): Response {
  const error = asDarkroomError(thrown, 'INTERNAL')
  const { message, code, job, path } = error
  if (code === 'DELETED')
    return Response.json({ message, status: 'complete', code }, { status: 404 })
  // ABORTED is a word between a page and its object; over HTTP it is a job that failed.
  const status = code === 'ABORTED' ? 500 : error.status
  if (job && code !== 'NOT_FOUND' && (jobEnded || status >= 500)) {
    return Response.json(
      { message, status: 'failed', job, code, ...(path && { path }) },
      { status: 500 },
    )
  }
  return Response.json({ ...error.toJSON(), status }, { status })
}

/** A refusal that no job and no field is the reason of. */
export const refusal = (
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
) => Response.json({ name: 'DarkroomError', message, code, status }, { status, headers })
