import { requireRemote } from '../plan/require-remote.ts'
import { serviceOrigin } from '../remote/connection.ts'
import { type Normalized, type NormalizedRequest, normalize } from '../request/normalize.ts'
import { publicRequest } from '../request/public-request.ts'
import { asDarkroomError, DarkroomError, isDarkroomError } from '../shared/errors.ts'
import type { Priority } from '../shared/priority.ts'
import { withoutCredentials } from '../shared/secrets.ts'
import { missingStorage } from '../storages/required-storages.ts'
import type { JobContext } from './context.ts'
import { countCrash } from './crashes.ts'
import { Job } from './job.ts'
import { hasEnded, isSuspended, type JobState } from './job-state.ts'
import type { JobDetails } from './record.ts'
import { runJob } from './run-job.ts'

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
    ...(request.sizes && { original_url: publicUrl(request.url) }),
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

/** Resumes an unfinished job of another page. The caller holds its lock. */
export async function resumeJob(id: string, context: JobContext): Promise<void> {
  const { repository, jobs } = context
  const found = await repository.unsettled(id)
  if (!found) return
  const { request, error } = normalizedAgain(found.request)
  const job = restoreJob(found.state, request, found.items)
  if (!hasEnded(job.state)) {
    const waiting_for = error ? undefined : await missingRequirement(job, context)
    if (waiting_for) {
      // It is left to a page that has it.
      job.waitFor(waiting_for)
      return repository.store(job)
    }
    for (const each of job.family) each.restart()
    if (error) job.cancel(error)
    for (const each of job.family) countCrash(each, context)
  }
  for (const each of job.family) jobs.set(each.id, each)
  await runJob(job, context)
}

/** A stored request with what this build adds to it, or why it cannot be done. Its warnings were told when it came. */
function normalizedAgain(stored: unknown): { request: NormalizedRequest; error?: DarkroomError } {
  const none = {} as NormalizedRequest
  const lost = 'The request of this job was lost with its page'
  if (!stored) return { request: none, error: new DarkroomError('SOURCE_UNREACHABLE', lost) }
  try {
    return { request: normalize(stored).request }
  } catch (error) {
    return { request: none, error: asDarkroomError(error, 'BAD_REQUEST') }
  }
}

/** What the job needs that this page does not have. */
async function missingRequirement(
  { state, items, request }: Job,
  { execution: { remote, storages } }: JobContext,
): Promise<JobDetails['waiting_for']> {
  const here = remote && serviceOrigin(remote.connection.remote)
  // A job that was sent to one service cannot be continued at another.
  const elsewhere = [state, ...items.map((item) => item.state)].some(
    (each) => !hasEnded(each) && each.remote?.posted && each.remote.to !== here,
  )
  if (elsewhere) return 'remote'
  try {
    requireRemote(request, remote !== undefined)
  } catch (error) {
    if (isDarkroomError(error) && error.code === 'REMOTE_NOT_CONFIGURED') return 'remote'
  }
  return missingStorage(request, storages)
}

/** Recreates a stored job, to resume it. */
export function restoreJob(state: JobState, request: NormalizedRequest, items: JobState[]): Job {
  const jobs = items.map((item) => new Job(reopened(item), itemRequest(request, item.index ?? 0)))
  return new Job(reopened(state), request, jobs)
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
