import { abortOf } from '../async/abort-of.ts'
import type { JobContext } from './context.ts'
import type { Job } from './job.ts'

/** Whether the job was deleted, or is left to the next page. */
export const isGone = ({ error, signal, state }: Job) =>
  error?.code === 'DELETED' || (signal.aborted && !state.error)

/** Nothing is left to do: forgets the job, which is stored, and its request. */
export async function settle(job: Job, context: JobContext): Promise<void> {
  if (!job.state.settled) {
    job.settle()
    await context.retention.save(job).catch(() => undefined)
  }
  for (const each of job.family) each.releaseRequest()
  if (!job.family.every(({ kept, onlyHere }) => kept && !onlyHere))
    return untilDeletedOrClosed(job, context)
  await context.retention.forgetRequest(job)
  for (const { id } of job.family) context.jobs.delete(id)
}

/** Forgets a job that was deleted, or that this page cannot go on with: then it stays stored, with its request. */
export function leave(job: Job, { jobs }: JobContext): void {
  for (const { id } of job.family) jobs.delete(id)
}

/** Resolves when the job is deleted or the page closed. Its lock is held until then, or another page would do it again. */
function untilDeletedOrClosed({ signal }: Job, { closed }: JobContext): Promise<void> {
  return Promise.race([abortOf(signal), abortOf(closed)])
}

const persisted = new WeakSet<JobContext>()

/** Asks the browser, once there is a result, not to evict this origin's storage by itself. */
export function persistOnce(context: JobContext): void {
  const { store, disk } = context.environment
  if (persisted.has(context) || store.takesPixels) return
  persisted.add(context)
  // Not awaited: the browser may ask the user.
  void disk.persist().catch(() => undefined)
}
