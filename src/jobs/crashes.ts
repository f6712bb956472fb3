import { DarkroomError } from '../shared/errors.ts'
import { resolveSource } from '../sources/resolve.ts'
import { sourceName } from '../sources/source-name.ts'
import type { JobContext } from './context.ts'
import type { Job } from './job.ts'
import { hasEnded } from './job-state.ts'

/** After so many ends of its page an image is processed with care: behind all others, alone, with the smallest tiles, on WASM. */
const CAREFUL_AFTER = 2
/** After so many it is given up. */
const GIVEN_UP_AFTER = 3

/** Works on an image. Should the page end meanwhile, the stored job tells the next one. */
export async function guarded<T>(
  job: Job,
  { repository, pageSessions }: JobContext,
  work: () => Promise<T>,
): Promise<T> {
  job.beginAttempt(pageSessions.id)
  await repository.store(job).catch((error) => {
    if (job.signal.aborted) throw error
  })
  try {
    return await work()
  } finally {
    job.endAttempt()
    if (!job.signal.aborted) repository.storeSoon(job)
  }
}

/** Whether the image may be what ended its page. Asked before `guarded`. */
export const needsCare = ({ attempts = 0 }: { attempts?: number }) => attempts >= CAREFUL_AFTER

/** Judges a job of an earlier page, before it is resumed. */
export function countCrash(job: Job, { pageSessions }: JobContext): void {
  const { page } = job.state
  if (hasEnded(job.state) || job.attempts === 0 || page === undefined) return
  if (pageSessions.wasLeft(page)) {
    job.discountAttempt()
    return
  }
  const message = `The page ended ${job.attempts} times while it worked on this image`
  if (job.attempts >= GIVEN_UP_AFTER) {
    job.cancel(new DarkroomError('CRASHED', message, { path: 'url' }))
  } else if (needsCare(job) && !job.state.warnings.some(({ code }) => code === 'CRASHED')) {
    const care = 'it is processed last, alone, in the smallest parts and without the GPU'
    job.warn('CRASHED', `${message}: ${care}`)
  }
}

/** Stores the source of a job that crashed, so that the user gets it back. Never rejects. */
export async function storeSource(job: Job, context: JobContext): Promise<void> {
  const { url } = job.request
  if (url === undefined) return
  const name = sourceName(url) || job.id
  if (typeof url === 'string' && /^\s*https?:/i.test(url))
    return job.note({ source: { name, url } })
  if (typeof url === 'string' && !/^\s*(base64,|data:)/i.test(url)) return
  try {
    const never = new AbortController().signal
    const file = await resolveSource(url, 'url', context.execution, never)
    if (!(file instanceof Blob)) return
    await context.repository.storeSource(job, file)
    job.note({ source: { name, bytes: file.size } })
  } catch {
    // The disk is full: the request, which still holds it, is forgotten.
  }
}
