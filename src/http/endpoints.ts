import type { Context } from 'hono'
import { DarkroomError, isDarkroomError } from '../shared/errors.ts'
import { KEY_HEADER } from './api-key.ts'
import type { Backend, BackendRecord } from './backend.ts'
import { errorResponse } from './error-response.ts'
import { fileResponse } from './file-response.ts'
import { isJobId, safeName, toHttpRecord } from './http-record.ts'
import { parseBody } from './parse-body.ts'

type Endpoint = (context: Context) => Promise<Response>

export const postProcess =
  (backend: Backend, method: 'process' | 'processResult'): Endpoint =>
  async (context) => {
    const request = await parseBody(context.req.raw)
    const connection = context.req.raw.signal
    const job = new AbortController()
    const abort = () => job.abort(connection.reason)
    if (connection.aborted) abort()
    connection.addEventListener('abort', abort)
    // Only until the response: closing the connection later must not abort an accepted job.
    const unlink = () => connection.removeEventListener('abort', abort)
    try {
      const record = await backend[method](request, { signal: job.signal }).finally(unlink)
      return await recordResponse(backend, context, record)
    } catch (error) {
      throw await causeOfAbort(error, backend)
    }
  }

export const getResult =
  (backend: Backend): Endpoint =>
  async (context) => {
    const job = jobId(context)
    try {
      return await recordResponse(backend, context, await backend.result(job))
    } catch (error) {
      return errorResponse(error, true)
    }
  }

export const deleteResult =
  (backend: Backend): Endpoint =>
  async (context) =>
    Response.json(await backend.deleteResult(jobId(context)))

export const getMe =
  (backend: Backend): Endpoint =>
  async ({ req }) =>
    Response.json({ ...(await backend.me()), api_key: req.header(KEY_HEADER) })

export const getFile =
  (backend: Backend): Endpoint =>
  async (context) => {
    const name = context.req.param('name')
    const file = await backend.file(jobId(context), name)
    if (name !== safeName(file.name)) {
      throw new DarkroomError('NOT_FOUND', 'File not found')
    }
    return fileResponse(file, context.req.raw.headers)
  }

async function recordResponse(backend: Backend, { req }: Context, record: BackendRecord) {
  return Response.json(await toHttpRecord(record, new URL(req.url).origin, backend))
}

/** @throws DarkroomError NOT_FOUND where the path holds no job id. */
function jobId({ req }: Context): string {
  const job = req.param('job') ?? ''
  if (isJobId(job)) return job
  throw new DarkroomError('NOT_FOUND', 'Job not found')
}

/** The error of a job that was aborted by a DELETE is DELETED, not ABORTED. */
async function causeOfAbort(error: unknown, backend: Backend): Promise<unknown> {
  if (!isDarkroomError(error) || error.code !== 'ABORTED' || !error.job) return error
  return backend.result(error.job).then(
    () => error,
    (reason) => reason,
  )
}
