import type { Backend, BackendRecord, ResultFile } from '../../../src/http/backend.ts'
import { normalize } from '../../../src/request/normalize.ts'
import type { ProcessingRequest } from '../../../src/request/schema.ts'
import { DarkroomError, type ErrorCode } from '../../../src/shared/errors.ts'

export const BYTES = Uint8Array.from({ length: 100 }, (_, i) => i)

/** A service that validates requests like Darkroom, records them, and returns the same small image for each. */
export function memoryService() {
  const requests: ProcessingRequest[] = []
  const jobs = new Map<string, BackendRecord | DarkroomError>()
  const found = (job: string): BackendRecord => {
    const it = jobs.get(job) ?? new DarkroomError('NOT_FOUND', 'Job not found', { job })
    if (it instanceof DarkroomError) throw it
    return it
  }
  const submit = (request: ProcessingRequest) => {
    normalize(request)
    requests.push(request)
    return `job-${requests.length}`
  }
  const service: Backend = {
    async processResult(request) {
      const job = submit(request)
      jobs.set(job, complete(job))
      return complete(job)
    },
    async process(request) {
      const job = submit(request)
      jobs.set(job, { job, status: 'in_progress' })
      return { job, status: 'received' }
    },
    result: async (job) => found(job),
    async deleteResult(job) {
      found(job)
      jobs.set(job, new DarkroomError('DELETED', 'Image deleted', { job }))
      return { job, message: 'Image deleted' }
    },
    me: async () => ({ credits: 3, username: 'local', api_key: '' }),
    async file(job): Promise<ResultFile> {
      if (found(job).status !== 'complete') throw new DarkroomError('NOT_FOUND', 'No result')
      return { blob: new Blob([BYTES], { type: 'image/png' }), name: `${job}.png` }
    },
  }
  const fail = (job: string, code: ErrorCode, path?: string) => {
    jobs.set(job, new DarkroomError(code, `It failed: ${code}`, { job, ...(path && { path }) }))
  }
  return { service, requests, jobs, fail }
}

export const complete = (job: string): BackendRecord => ({
  job,
  status: 'complete',
  result_url: 'blob:https://page.example/1',
  file_name: `${job}.png`,
})
