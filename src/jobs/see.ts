import { develop } from './develop.ts'
import type { Job } from './job.ts'
import { release } from './own.ts'
import type { Site } from './site.ts'
import { hasEnded } from './stored.ts'
import { tellReceivers } from './webhook.ts'

/** A page that works on a job holds this lock. */
export const lockOf = (job: string, { database }: Site) => `darkroom:${database}:${job}`

/** Sees a job through until nothing is left to do. Never rejects; the caller holds its lock. */
export async function see(job: Job, site: Site): Promise<void> {
  if (!hasEnded(job.state)) await develop(job, site)
  release(job.request)
  if (isGone(job)) return
  if (!job.error) keepForLong(site)
  await site.archive.tidy().catch(() => undefined)
  if (!job.error) await tellReceivers(job, site)
  if (isGone(job)) return
  await settle(job, site)
}

/** Deleted, or left to the next page. */
const isGone = (job: Job) =>
  job.error?.code === 'DELETED' || (job.controller.signal.aborted && !job.state.error)

async function settle(job: Job, site: Site): Promise<void> {
  const { state } = job
  if (!state.settled) {
    state.settled = true
    await site.archive.save(job).catch(() => undefined)
  }
  const family = [job, ...job.items]
  if (!family.every(({ kept, onlyHere }) => kept && !onlyHere)) return untilForgotten(job, site)
  await site.archive.forgetRequest(job)
  for (const { id } of family) site.jobs.delete(id)
}

/** What only this page knows it keeps, with the lock: another page would do it again. */
function untilForgotten({ controller }: Job, { closed }: Site): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of [controller.signal, closed]) {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
    }
  })
}

const asked = new WeakSet<Site>()

/** Once there is something to lose, the browser is asked not to evict it by itself. */
function keepForLong(site: Site): void {
  const { store, disk } = site.environment
  if (asked.has(site) || store.takesPixels) return
  asked.add(site)
  // Not awaited: a browser may ask its user.
  void disk.persist().catch(() => undefined)
}
