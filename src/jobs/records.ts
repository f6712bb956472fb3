import { asDarkroomError, DarkroomError, deleted, unexpected } from '../errors.ts'
import type { ItemRecord, JobRecord, JobSummary } from './record.ts'
import type { Site } from './site.ts'
import { isDeleted, isJob, type Stored, type StoredJob } from './stored.ts'

/** What ids look like: nothing else is asked of the store. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The state of a job, whichever page works on it.
 * @throws DarkroomError NOT_FOUND or DELETED, with the job.
 */
export async function find(job: string, site: Site): Promise<StoredJob> {
  if (typeof job !== 'string') throw unexpected('job', 'a job id', job)
  if (!ID.test(job)) throw notFound(job)
  const [stored] = await statesOf([job], site)
  if (!stored) throw notFound(job)
  if (isDeleted(stored)) throw deleted(job)
  return stored
}

const notFound = (job: string) => new DarkroomError('NOT_FOUND', 'Job not found', { job })

async function statesOf(ids: string[], { jobs, environment }: Site) {
  const own = ids.map((id) => jobs.get(id)?.state)
  if (own.every((state) => state)) return own
  const stored = await environment.store.get(ids).catch((error) => {
    throw asDarkroomError(error, 'STORAGE')
  })
  return ids.map((_, i): Stored | undefined => own[i] ?? stored[i])
}

/** The bytes of a result, or undefined where there is none. */
export async function resultOf(job: string, { jobs, archive }: Site): Promise<Blob | undefined> {
  return jobs.get(job)?.blob ?? archive.result(job)
}

/** The record as the interface has it. */
export async function recordOf(state: StoredJob, site: Site): Promise<JobRecord> {
  const { id, status, warnings, details, items, file } = state
  const url = await urlOf(state, site)
  return structuredClone({
    job: id,
    status,
    ...(url && file && { result_url: url, file_name: file.name }),
    ...(items && { results: await itemsOf(items, site) }),
    warnings,
    ...(details && { details }),
  })
}

async function itemsOf(items: string[], site: Site): Promise<ItemRecord[]> {
  const states = await statesOf(items, site)
  return Promise.all(states.map((state, i) => itemOf(items[i] as string, state, site)))
}

async function itemOf(job: string, state: Stored | undefined, site: Site): Promise<ItemRecord> {
  const failed = { job, status: 'failed', url: null, original_url: null } as const
  if (!state || isDeleted(state)) return { ...failed, message: deleted(job).message }
  const { status, error, file, original_url = null } = state
  if (error) return { ...failed, original_url, message: error.message }
  const url = (await urlOf(state, site)) ?? null
  return { job, status, url, original_url, ...(url && file && { file_name: file.name }) }
}

async function urlOf({ id, status, file }: StoredJob, site: Site): Promise<string | undefined> {
  if (status !== 'complete' || !file || site.closed.aborted) return undefined
  return site.links.of(id, () => resultOf(id, site).catch(() => undefined))
}

/** Every request that is known, the newest first. */
export async function summaries(site: Site): Promise<JobSummary[]> {
  const stored = await site.environment.store.list().catch(() => [])
  const all = new Map(stored.flatMap((one) => (isJob(one) ? [[one.id, one] as const] : [])))
  for (const [id, { state }] of site.jobs) all.set(id, state)
  const requests = [...all.values()].filter(({ parent }) => !parent)
  return Promise.all(
    requests.sort((a, b) => b.order - a.order).map((state) => summaryOf(state, site)),
  )
}

async function summaryOf(state: StoredJob, site: Site): Promise<JobSummary> {
  const arrived = new Date(state.order).toISOString()
  const { error } = state
  if (!error) return { ...(await recordOf(state, site)), arrived }
  const { code, message, path } = error
  return {
    job: state.id,
    status: 'failed',
    arrived,
    warnings: structuredClone(state.warnings),
    error: { code, message, ...(path && { path }) },
  }
}
