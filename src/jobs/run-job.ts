import { abortOf } from '../async/abort-of.ts'
import type { ReleaseWhile } from '../async/semaphore.ts'
import type { Place } from '../engine/schedule.ts'
import { asDarkroomError, DarkroomError } from '../shared/errors.ts'
import { rankOf } from '../shared/priority.ts'
import { compareKeys } from '../shared/waiting-list.ts'
import { releaseSnapshot } from '../sources/release-snapshot.ts'
import type { Written } from '../storages/storage.ts'
import { findInStorage, parseStorageUrl, writeStorage } from '../storages/storage-url.ts'
import { computeOnce } from './compute.ts'
import type { JobContext } from './context.ts'
import { needsCare, storeSource } from './crashes.ts'
import type { Job } from './job.ts'
import { hasEnded, isSuspended, type StoredSize } from './job-state.ts'
import type { Status } from './record.ts'
import { recordOf, resultOf, urlOf } from './record-view.ts'
import { notifyReceivers, pendingWebhooks } from './webhook.ts'

/** The name of the lock that the page working on a job holds. */
export const lockOf = (job: string, { database }: JobContext) => `darkroom:${database}:${job}`

/**
 * Runs a job to its end, calls its webhooks, and deletes what is no longer needed. Never rejects: the job holds its
 * error. The caller holds its lock.
 */
export async function runJob(job: Job, context: JobContext): Promise<void> {
  if (!hasEnded(job.state)) await (job.state.items ? runItems : runSingle)(job, context)
  releaseSnapshot(job.request)
  const isDeleted = job.error?.code === 'DELETED'
  if (isDeleted || (isSuspended(job.state) && job.persistence === 'stored')) {
    forget(job, context)
  } else if (!isGone(job)) {
    await settle(job, context)
  }
}

/** Whether the job was deleted, or is left to the next page. */
const isGone = ({ error, signal, state }: Job) =>
  error?.code === 'DELETED' || (signal.aborted && !state.error)

/** A job that was deleted, that this page cannot go on with, or of which nothing is left to do. */
function forget(job: Job, { jobs }: JobContext): void {
  for (const { id } of job.family) jobs.delete(id)
}

/** What is left to do of a job that has ended. */
async function settle(job: Job, context: JobContext): Promise<void> {
  const { repository, closed } = context
  if (job.persistence !== 'memory') {
    if (!job.error) repository.persistOnce()
    await repository.enforceQuota().catch(() => undefined)
  }
  if (!job.error) await notifyReceivers(job, context)
  if (isGone(job)) return
  const isStored = await repository.settle(job)
  for (const each of job.family) each.releaseRequest()
  if (isStored) return forget(job, context)
  // Its lock is held until then, or another page would do it again.
  await Promise.race([abortOf(job.signal), abortOf(closed)])
}

/** Runs all items of a request with `urls`. It is complete when every item has ended. */
async function runItems(job: Job, context: JobContext): Promise<void> {
  advance(job, 'not_started', context)
  const open = job.items.filter((item) => !item.error && item.state.status !== 'complete')
  const onStart = () => advance(job, 'in_progress', context)
  await Promise.all(open.map((item) => runSingle(item, context, onStart)))
  try {
    job.signal.throwIfAborted()
    checkSomeSucceeded(job)
    await complete(job, context)
  } catch (error) {
    await fail(job, error, context)
  }
}

/** @throws DarkroomError NETWORK if an item is to be resumed; the first item's error, if every item failed. */
function checkSomeSucceeded({ items }: Job): void {
  const errors = items.flatMap(({ error }) => error ?? [])
  const suspended = errors.find(({ code }) => code === 'NETWORK')
  if (suspended) throw suspended
  const [first] = errors
  if (!first || errors.length < items.length) return
  const message = `None of ${items.length} images could be processed: ${first.message}`
  throw new DarkroomError(first.code, message, { path: 'urls', cause: first })
}

async function runSingle(job: Job, context: JobContext, onStart = () => {}): Promise<void> {
  try {
    advance(job, 'not_started', context)
    const alone = needsCare(job)
    const begun = () => {
      onStart()
      advance(job, 'in_progress', context)
    }
    const work = async (releaseWhile: ReleaseWhile) => {
      const turn = { place: placeOf(job), onStart: begun, releaseWhile }
      const blob = await computeOnce(job, context, turn)
      job.signal.throwIfAborted()
      await writeTarget(job, blob, context)
      job.signal.throwIfAborted()
    }
    const spare = rankOf(job.state.priority) * context.slotsOfPriority
    await context.slots.run(slotOrder(job), job.signal, work, { alone, spare })
    await complete(job, context)
  } catch (error) {
    await fail(job, error, context)
    tellPositions(context)
  }
}

const placeOf = (job: Job): Place => ({
  priority: job.state.priority ?? 'user-visible',
  needsCare: needsCare(job),
  order: job.state.order,
  index: job.state.index ?? 0,
})

/** What may end the page comes last, however urgent it is. */
export function slotOrder(job: Job): number[] {
  const { priority, needsCare, order, index } = placeOf(job)
  return [Number(needsCare), rankOf(priority), order, index]
}

/**
 * Writes the result, in all its sizes, to the request's `target`, once, though its page may end before that is stored: the
 * next page looks for it first. A failed write is only a warning: the job has its result.
 */
async function writeTarget(job: Job, blob: Blob, context: JobContext): Promise<void> {
  const { state, signal } = job
  const { target } = job.request
  const { details, file } = state
  if (!target || !details || !file || details.target) return
  const { storages } = context.execution
  try {
    const { name } = parseStorageUrl(target, 'target', { folder: true })
    const sizes: StoredSize[] = []
    for (const size of state.sizes ?? []) {
      const smaller = await resultOf(job.id, context, size.width)
      const written = smaller && (await writeOnce(size.name, smaller))
      sizes.push({ ...size, ...(written?.url && { url: written.url }) })
    }
    const written = await writeOnce(file.name, blob)
    const path = `storage://${name}/${written.path}`
    job.setTarget({ path, ...(written.url && { url: written.url }) }, state.sizes && sizes)
  } catch (error) {
    signal.throwIfAborted()
    job.note({ writing: false })
    job.warn('STORAGE', asDarkroomError(error, 'STORAGE').message, 'target')
    return
  }
  await context.repository.storeEnd(job)

  async function writeOnce(name: string, blob: Blob): Promise<Written> {
    const folder = target as string
    const before = state.writing && (await findInStorage(storages, folder, name, blob, signal))
    if (before) return before
    job.note({ writing: true })
    await context.repository.store(job).catch(() => signal.throwIfAborted())
    return writeStorage(storages, folder, name, blob, signal)
  }
}

/** Changes the status and emits it. Only `in_progress` is stored: a stored job that has not begun waits anyway. */
export function advance(job: Job, status: Exclude<Status, 'complete'>, context: JobContext): void {
  if (!job.advance(status)) return
  if (!isWaiting(job)) context.emit('status', { job: job.id, status })
  if (status === 'in_progress') context.repository.storeSoon(job)
  tellPositions(context)
}

const isWaiting = ({ state, items, error, signal }: Job) =>
  state.status === 'not_started' &&
  items.length === 0 &&
  !error &&
  !signal.aborted &&
  !state.details?.waiting_for

/** Tells each job that waits its place among them, where that is another than before. */
function tellPositions({ jobs, emit }: JobContext): void {
  const waiting = [...jobs.values()]
    .filter(isWaiting)
    .sort((a, b) => compareKeys(slotOrder(a), slotOrder(b)))
  for (const [i, job] of waiting.entries()) {
    const position = i + 1
    if (job.position === position) continue
    job.position = position
    emit('status', { job: job.id, status: 'not_started', position })
  }
}

/** @throws DarkroomError DELETED if the job was deleted meanwhile. */
async function complete(job: Job, context: JobContext): Promise<void> {
  job.complete(context.environment.clock.now(), pendingWebhooks(job, context))
  // The result is read back for its URL while the end is stored: each takes as long as the other.
  const url = urlOf(job.state, context)
  await context.repository.storeEnd(job).finally(() => url)
  context.emit('status', { job: job.id, status: 'complete' })
  context.emit('complete', await recordOf(job.state, context))
  job.end()
}

async function fail(job: Job, thrown: unknown, context: JobContext): Promise<void> {
  const { repository } = context
  const error = job.failure(thrown)
  if (error.code === 'DELETED') {
    job.abandon(error)
    context.urls.revoke(job.id)
    if (job.persistence !== 'memory') await repository.removeLate(job)
  } else if (context.closed.aborted) {
    job.abandon(error)
    // The attempt has ended, unlike that of a page that crashes.
    await repository.store(job).catch(() => undefined)
  } else {
    if (error.code === 'CRASHED') await storeSource(job, context)
    job.fail(error, context.environment.clock.now())
    if (job.state.settled) await repository.removeSteps(job)
    await repository.storeEnd(job).catch(() => undefined)
  }
  context.emit('failed', { job: job.id, error })
  job.end()
}
