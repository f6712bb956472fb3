import { mapImages } from '../request/map-images.ts'
import { asDarkroomError, DarkroomError, deleted, unexpected } from '../shared/errors.ts'
import { withoutCredentials, withoutSecrets } from '../shared/secrets.ts'
import { srcsetOf } from '../shared/srcset.ts'
import type { JobContext } from './context.ts'
import { isDeleted, type JobState, type StoredEntry } from './job-state.ts'
import type {
  ItemRecord,
  JobDetails,
  JobRecord,
  JobSummary,
  SizedResult,
  SourceLink,
} from './record.ts'

/** The form of job ids. Nothing else is looked up in the store. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The state of a job, of this page or another.
 * @throws DarkroomError NOT_FOUND or DELETED, with the job.
 */
export async function findJob(job: string, context: JobContext): Promise<JobState> {
  if (typeof job !== 'string') throw unexpected('job', 'a job id', job)
  if (!ID.test(job)) throw notFound(job)
  if (context.deleted.has(job)) throw deleted(job)
  const [stored] = await statesOf([job], context)
  if (!stored) throw notFound(job)
  if (isDeleted(stored)) throw deleted(job)
  return stored
}

const notFound = (job: string) => new DarkroomError('NOT_FOUND', 'Job not found', { job })

async function statesOf(ids: readonly string[], { jobs, repository }: JobContext) {
  const own = ids.map((id) => jobs.get(id)?.state)
  if (own.every((state) => state)) return own
  const stored = await repository.get(ids).catch((error) => {
    throw asDarkroomError(error, 'STORAGE')
  })
  return ids.map((_, i): StoredEntry | undefined => own[i] ?? stored[i])
}

/** The result's bytes, or undefined if there are none. `width`: of one of several sizes; that of the largest is the result. */
export async function resultOf(
  job: string,
  { jobs, repository, urls }: JobContext,
  width?: number,
): Promise<Blob | undefined> {
  const smaller = width === undefined ? undefined : await sizeOf(width)
  return smaller ?? jobs.get(job)?.blob ?? urls.blobOf(job) ?? repository.file(job, 'result')

  async function sizeOf(width: number): Promise<Blob | undefined> {
    const held = jobs.get(job)?.sizes?.get(width) ?? urls.blobOf(sizeKey(job, width))
    return held ?? (await repository.file(job, 'sizes'))?.get(width)
  }
}

/** The key of the URL of one of several sizes. */
const sizeKey = (job: string, width: number) => `${job}:${width}`

/** The job record of the interface. */
export async function recordOf(state: JobState, context: JobContext): Promise<JobRecord> {
  const { id, status, details, items, file } = state
  const url = await urlOf(state, context)
  const sizes = url && (await sizesOf(state, url, context))
  return withoutPasswords({
    job: id,
    status,
    ...(url && file && { result_url: url, file_name: file.name }),
    ...(items && { results: await itemsOf(items, context) }),
    ...(sizes && { results: sizes, srcset: srcsetOf(sizes) }),
    warnings: warningsOf(state),
    ...(details && { details: publicDetails(details) }),
  })
}

const warningsOf = ({ warnings }: JobState) => masked([...warnings], withoutSecrets)

/** Receivers are told apart by their URLs, without the tokens in them. */
const publicDetails = ({ webhook, ...details }: JobDetails): JobDetails => ({
  ...details,
  ...(webhook && { webhook: masked(webhook, withoutSecrets) }),
})

/** Targets and sources may have user names and passwords in their URLs; what else is in those, opens them. */
const withoutPasswords = (record: JobRecord): JobRecord => masked(record, withoutCredentials)

/** A copy. */
const masked = <T>(value: T, mask: (text: string) => string): T =>
  mapImages(value, (leaf) => (typeof leaf === 'string' ? mask(leaf) : leaf))

async function itemsOf(items: readonly string[], context: JobContext): Promise<ItemRecord[]> {
  const states = await statesOf(items, context)
  return Promise.all(states.map((state, i) => itemOf(items[i] as string, state, context)))
}

async function itemOf(
  job: string,
  state: StoredEntry | undefined,
  context: JobContext,
): Promise<ItemRecord> {
  const failed = { job, status: 'failed', url: null, original_url: null } as const
  if (!state || isDeleted(state))
    return { ...failed, code: 'DELETED', message: deleted(job).message }
  const { status, error, file, original_url = null } = state
  const told = state.warnings.length > 0 && { warnings: warningsOf(state) }
  if (error) {
    const source = await sourceOf(state, context)
    const { code, message } = error
    return { ...failed, original_url, code, message, ...told, ...(source && { source }) }
  }
  const url = (await urlOf(state, context)) ?? null
  return { job, status, url, original_url, ...(url && file && { file_name: file.name }), ...told }
}

/** The results of a request with `sizes`, the smallest first. */
async function sizesOf(
  { id, status, file, sizes, details, original_url = null }: JobState,
  url: string,
  context: JobContext,
): Promise<SizedResult[] | undefined> {
  if (!sizes || !file || !details) return undefined
  const { width = 0, height = 0 } = details
  const common = { job: id, status, original_url }
  const smaller = sizes.map(async ({ width, height, name: file_name }) => {
    const load = () => resultOf(id, context, width).catch(() => undefined)
    const own = await context.urls.of(sizeKey(id, width), load)
    return own === undefined ? [] : [{ ...common, width, height, url: own, file_name }]
  })
  const largest = { ...common, width, height, url, file_name: file.name }
  return [...(await Promise.all(smaller)).flat(), largest]
}

/** The URL of a job's result, if it is complete and has one. */
export async function urlOf(
  { id, status, file }: JobState,
  context: JobContext,
): Promise<string | undefined> {
  if (status !== 'complete' || !file || context.closed.aborted) return undefined
  return context.urls.of(id, () => resultOf(id, context).catch(() => undefined))
}

/** The key of a stored source's URL. */
const sourceKey = (job: string) => `${job}:source`

async function sourceOf(
  { id, source }: JobState,
  { urls, repository, closed }: JobContext,
): Promise<SourceLink | undefined> {
  if (!source || closed.aborted) return undefined
  const { name } = source
  if ('url' in source) return { name, url: source.url }
  const url = await urls.of(sourceKey(id), () =>
    repository.file(id, 'source').catch(() => undefined),
  )
  return url === undefined ? undefined : { name, url }
}

/** Summaries of all stored requests, the newest first. */
export async function summaries(context: JobContext): Promise<JobSummary[]> {
  const stored = await context.repository.jobs().catch((): JobState[] => [])
  const all = new Map(stored.map((state) => [state.id, state]))
  for (const [id, { state }] of context.jobs) all.set(id, state)
  const requests = [...all.values()].filter(({ parent }) => !parent)
  return Promise.all(
    requests.sort((a, b) => b.order - a.order).map((state) => summaryOf(state, context)),
  )
}

async function summaryOf(state: JobState, context: JobContext): Promise<JobSummary> {
  const arrived = new Date(state.order).toISOString()
  const { error } = state
  if (!error) return { ...(await recordOf(state, context)), arrived }
  const { code, message, path } = error
  const source = await sourceOf(state, context)
  return {
    job: state.id,
    status: 'failed',
    arrived,
    warnings: warningsOf(state),
    error: { code, message, ...(path && { path }) },
    ...(source && { source }),
  }
}
