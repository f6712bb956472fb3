import {
  hasEnded,
  isDeleted,
  isJob,
  type JobState,
  type StoredEntry,
  type Tombstone,
} from './job-state.ts'

const DEFAULT_SHARE = 0.2
const DEFAULT_MOST = 2 * 1024 ** 3
/** The quota where the browser does not report one. */
const DEFAULT_UNKNOWN = 256 * 1024 ** 2

/** A result that finished less than this ago is not evicted: nobody may have fetched it yet. */
const JUST_FINISHED_MS = 60_000
/** Tombstones that stay. */
const TOMBSTONES = 1000
/** Ended jobs that stay, however small. */
const MOST_JOBS = 5000

/** The origin's storage quota, and the request to make its storage persistent. */
export type Disk = Pick<StorageManager, 'estimate' | 'persist'>

/** The quota of an application that gives none, in bytes. */
export async function defaultQuota(disk: Disk): Promise<number> {
  const { quota } = await disk.estimate().catch(() => ({ quota: undefined }))
  return quota === undefined ? DEFAULT_UNKNOWN : Math.min(quota * DEFAULT_SHARE, DEFAULT_MOST)
}

/** An ended request with its items, which are evicted together. */
interface EvictionCandidate {
  ids: string[]
  bytes: number
  finished: number
}

const bytesOf = (jobs: JobState[]) =>
  jobs.reduce(
    (sum, { file, sizes = [], source, steps }) =>
      [file, ...sizes, steps].reduce((all, part) => all + (part?.bytes ?? 0), sum + sourceBytes(source)), // biome-ignore format: a line
    0,
  )
const sourceBytes = (source: JobState['source']) => (source && 'bytes' in source ? source.bytes : 0)

/** Requests that may be evicted, the earliest finished first. */
function evictionCandidates(all: StoredEntry[], now: number): EvictionCandidate[] {
  const jobs = all.filter(isJob)
  const itemsOf = new Map<string, JobState[]>()
  for (const job of jobs) {
    if (job.parent) itemsOf.set(job.parent, [...(itemsOf.get(job.parent) ?? []), job])
  }
  return jobs
    .filter((job) => !job.parent && hasEnded(job) && job.settled)
    .map((job) => {
      const family = [job, ...(itemsOf.get(job.id) ?? [])]
      return {
        ids: family.map(({ id }) => id),
        bytes: bytesOf(family),
        finished: job.finished ?? 0,
      }
    })
    .filter(({ finished }) => Math.abs(now - finished) > JUST_FINISHED_MS)
    .sort((a, b) => a.finished - b.finished)
}

/** The requests whose eviction frees so many bytes, or all that may be evicted; never none where there is one. */
export function oldestOf(all: StoredEntry[], bytes: number, now: number): EvictionCandidate[] {
  let freed = 0
  return evictionCandidates(all, now).filter((candidate) => {
    if (candidate.bytes === 0 || (freed > 0 && freed >= bytes)) return false
    freed += candidate.bytes
    return true
  })
}

/** Requests that must be evicted to stay within a quota of bytes. */
export function beyondQuota(all: StoredEntry[], quota: number, now: number): EvictionCandidate[] {
  const jobs = all.filter(isJob)
  let bytes = bytesOf(jobs)
  let count = jobs.length
  const evicted: EvictionCandidate[] = []
  for (const candidate of evictionCandidates(all, now)) {
    if (bytes <= quota && count <= MOST_JOBS) break
    // A job without a result frees no bytes.
    if (candidate.bytes === 0 && count <= MOST_JOBS) continue
    bytes -= candidate.bytes
    count -= candidate.ids.length
    evicted.push(candidate)
  }
  return evicted
}

/** Ended jobs whose results of steps must go to stay within a quota of bytes, the oldest first. */
export function stepsBeyondQuota(all: StoredEntry[], quota: number): JobState[] {
  const jobs = all.filter(isJob)
  let bytes = bytesOf(jobs)
  return jobs
    .filter((job) => job.steps && hasEnded(job))
    .sort((a, b) => a.order - b.order)
    .filter(({ steps }) => {
      if (bytes <= quota) return false
      bytes -= steps?.bytes ?? 0
      return true
    })
}

/** The oldest tombstones, beyond the number that stays. */
export const outdatedTombstones = (all: StoredEntry[]): Tombstone[] =>
  all
    .filter(isDeleted)
    .sort((a, b) => b.deleted - a.deleted)
    .slice(TOMBSTONES)
