import type { Normalized, NormalizedRequest } from '../request/normalize.ts'
import { publicRequest } from '../request/public-request.ts'
import type { Priority } from '../shared/priority.ts'
import { withoutCredentials } from '../shared/secrets.ts'
import { Job } from './job.ts'
import { isSuspended, type JobState } from './job-state.ts'

/** Creates a job; for a request with `urls`, also one job an image. */
export function createJob(
  { request, original, warnings }: Normalized,
  order: number,
  priority?: Priority,
): Job {
  const data = publicRequest(original)
  const state: JobState = {
    id: newId(),
    order,
    status: 'received',
    warnings,
    ...(priority && { priority }),
    ...(data !== undefined && { data }),
  }
  if (!request.urls) return new Job(state, request)
  const items = request.urls.map((url, index) => {
    const item: JobState = {
      id: newId(),
      order,
      status: 'received',
      warnings: [],
      ...(priority && { priority }),
      parent: state.id,
      index,
      original_url: publicUrl(url),
    }
    return new Job(item, itemRequest(request, index))
  })
  return new Job({ ...state, items: items.map(({ id }) => id) }, request, items)
}

/** Recreates a stored job, to resume it. */
export function restoreJob(state: JobState, request: NormalizedRequest, items: JobState[]): Job {
  const jobs = items.map((item) => {
    const job = new Job(reopened(item), itemRequest(request, item.index ?? 0))
    job.markKept()
    return job
  })
  const job = new Job(reopened(state), request, jobs)
  job.markKept()
  return job
}

/** Forgets the error of a job that is resumed after it. */
function reopened(state: JobState): JobState {
  if (!isSuspended(state)) return state
  const { error, finished, settled, ...open } = state
  return open
}

/** The request of one image of `urls`: webhooks are called for the whole request only. */
function itemRequest(request: NormalizedRequest, index: number): NormalizedRequest {
  const { urls, webhooks, ...shared } = request
  const url = urls?.[index]
  return { ...shared, ...(url !== undefined && { url }) }
}

/** The URL, if others can open it. */
const publicUrl = (url: unknown) =>
  typeof url === 'string' && /^\s*(https?|storage):/i.test(url) ? withoutCredentials(url) : null

/** A version 4 UUID. `crypto.randomUUID` exists in secure contexts only. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
}
