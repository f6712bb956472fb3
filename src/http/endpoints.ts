import type { Context } from 'hono'
import { withLinkedController } from '../async/linked-controller.ts'
import { DarkroomError, isDarkroomError } from '../contract/errors.ts'
import type { Backend, BackendRecord } from './backend.ts'
import { readBody } from './body.ts'
import { errorResponse } from './error-response.ts'
import { fileResponse } from './files.ts'
import { isId, overHttp, safeName } from './http-records.ts'
import { KEY_HEADER } from './keys.ts'

type Answer = (context: Context) => Promise<Response>

export interface Endpoint {
  path: string
  methods: string[]
  /** Whether it answers without a key. */
  open?: boolean
  answer: Answer
}

export const endpointsOf = (service: Backend): Endpoint[] => [
  { path: '/rest_api/process_result', methods: ['POST'], answer: submit(service, 'processResult') },
  { path: '/rest_api/process', methods: ['POST'], answer: submit(service, 'process') },
  { path: '/rest_api/result/:job', methods: ['GET'], answer: result(service) },
  { path: '/rest_api/result/:job', methods: ['DELETE'], answer: deleteResult(service) },
  { path: '/rest_api/me', methods: ['GET', 'POST'], answer: me(service) },
  { path: '/rest_api/files/:job/:name', methods: ['GET'], open: true, answer: file(service) },
]

const submit =
  (service: Backend, method: 'process' | 'processResult'): Answer =>
  async (context) => {
    const request = await readBody(context.req.raw)
    try {
      // Linked only until it is answered: a closed connection must not end a job that was accepted.
      const record = await withLinkedController(context.req.raw.signal, ({ signal }) =>
        service[method](request, { signal }),
      )
      return await recordResponse(service, context, record)
    } catch (error) {
      throw await reasonOf(error, service)
    }
  }

const result =
  (service: Backend): Answer =>
  async (context) => {
    const job = jobIn(context)
    try {
      return await recordResponse(service, context, await service.result(job))
    } catch (error) {
      return errorResponse(error, true)
    }
  }

const deleteResult =
  (service: Backend): Answer =>
  async (context) =>
    Response.json(await service.deleteResult(jobIn(context)))

const me =
  (service: Backend): Answer =>
  async ({ req }) =>
    Response.json({ ...(await service.me()), api_key: req.header(KEY_HEADER) })

const file =
  (service: Backend): Answer =>
  async (context) => {
    const found = await service.file(jobIn(context))
    if (context.req.param('name') !== safeName(found.name)) {
      throw new DarkroomError('NOT_FOUND', 'File not found')
    }
    return fileResponse(found, context.req.raw.headers)
  }

async function recordResponse(service: Backend, { req }: Context, record: BackendRecord) {
  return Response.json(await overHttp(record, new URL(req.url).origin, service))
}

function jobIn({ req }: Context): string {
  const job = req.param('job') ?? ''
  if (isId(job)) return job
  throw new DarkroomError('NOT_FOUND', 'Job not found')
}

/** A job that was deleted while it was waited for is told as deleted, not as aborted. */
async function reasonOf(error: unknown, service: Backend): Promise<unknown> {
  if (!isDarkroomError(error) || error.code !== 'ABORTED' || !error.job) return error
  return service.result(error.job).then(
    () => error,
    (reason) => reason,
  )
}
