import type { JobContext } from './context.ts'
import type { Job } from './job.ts'
import { hasEnded } from './job-state.ts'
import { processJob } from './run-job.ts'
import { releaseSnapshot } from './snapshot-inputs.ts'
import { tellReceivers } from './webhook.ts'

/** A page that works on a job holds this lock. */
export const lockOf = (job: string, { database }: JobContext) => `darkroom:${database}:${job}`

/** Sees a job through until nothing is left to do. Never rejects; the caller holds its lock. */
export async function runJob(job: Job, context: JobContext): Promise<void> {
  if (!hasEnded(job.state)) await processJob(job, context)
  releaseSnapshot(job.request)
  if (isGone(job)) return
  if (!job.error) keepForLong(context)
  await context.retention.enforceQuota().catch(() => undefined)
  if (!job.error) await tellReceivers(job, context)
  if (isGone(job)) return
  await settle(job, context)
}

/** Deleted, or left to the next page. */
const isGone = (job: Job) =>
  job.error?.code === 'DELETED' || (job.controller.signal.aborted && !job.state.error)

async function settle(job: Job, context: JobContext): Promise<void> {
  const { state } = job
  if (!state.settled) {
    state.settled = true
    await context.retention.save(job).catch(() => undefined)
  }
  const family = [job, ...job.items]
  if (!family.every(({ kept, onlyHere }) => kept && !onlyHere)) return untilForgotten(job, context)
  await context.retention.forgetRequest(job)
  for (const { id } of family) context.jobs.delete(id)
}

/** What only this page knows it keeps, with the lock: another page would do it again. */
function untilForgotten({ controller }: Job, { closed }: JobContext): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of [controller.signal, closed]) {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
    }
  })
}

const asked = new WeakSet<JobContext>()

/** Once there is something to lose, the browser is asked not to evict it by itself. */
function keepForLong(context: JobContext): void {
  const { store, disk } = context.environment
  if (asked.has(context) || store.takesPixels) return
  asked.add(context)
  // Not awaited: a browser may ask its user.
  void disk.persist().catch(() => undefined)
}
