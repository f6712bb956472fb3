import { asDarkroomError } from '../shared/errors.ts'

/**
 * The response to an error. An error of a job that has ended is always a 500, whatever the status of its code: a
 * client that polls takes any other status for an error of its own request.
 */
export function errorResponse(thrown: unknown, jobEnded = false): Response {
  const error = asDarkroomError(thrown, 'INTERNAL')
  const { message, code, job, path } = error
  if (code === 'DELETED')
    return Response.json({ message, status: 'complete', code }, { status: 404 })
  // ABORTED exists only between a page and its Darkroom; over HTTP the job has failed.
  const status = code === 'ABORTED' ? 500 : error.status
  if (job && code !== 'NOT_FOUND' && (jobEnded || status >= 500)) {
    return Response.json(
      { message, status: 'failed', job, code, ...(path && { path }) },
      { status: 500 },
    )
  }
  return Response.json({ ...error.toJSON(), status }, { status })
}

/** An error that belongs to no job and no field. */
export const errorJson = (
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
) => Response.json({ name: 'DarkroomError', message, code, status }, { status, headers })
