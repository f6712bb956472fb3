import { DarkroomError } from '../errors.ts'
import { etaClock } from '../eta.ts'
import { fileName } from './file-name.ts'
import { failureOf, type Job } from './job.ts'
import type { Status } from './record.ts'
import { recordOf } from './records.ts'
import { remoteOf } from './remote-ledger.ts'
import type { Site } from './site.ts'
import { writeTarget } from './target.ts'
import type { Elsewhere } from './turns.ts'
import { addressees } from './webhook.ts'
import { work } from './work.ts'

/** Brings a job, or all items of one, to its end. Never rejects: the job holds its error. */
export async function develop(job: Job, site: Site): Promise<void> {
  if (!job.state.items) return developOne(job, site)
  move(job, 'not_started', site)
  const open = job.items.filter((item) => !item.error && item.state.status !== 'complete')
  const onStart = () => move(job, 'in_progress', site)
  await Promise.all(open.map((item) => developOne(item, site, onStart)))
  try {
    job.controller.signal.throwIfAborted()
    checkSomeSucceeded(job)
    await complete(job, site)
  } catch (error) {
    await fail(job, error, site)
  }
}

/** @throws DarkroomError the first picture's, where none could be processed. */
function checkSomeSucceeded({ items }: Job): void {
  const [first, ...others] = items.flatMap(({ error }) => error ?? [])
  if (!first || others.length + 1 < items.length) return
  const message = `None of ${items.length} pictures could be processed: ${first.message}`
  throw new DarkroomError(first.code, message, { path: 'urls', cause: first })
}

async function developOne(job: Job, site: Site, onStart = () => {}): Promise<void> {
  const { signal } = job.controller
  try {
    move(job, 'not_started', site)
    await site.turns.take(orderOf(job), signal, async (elsewhere) => {
      const blob = (await earlier(job, site)) ?? (await compute(job, site, onStart, elsewhere))
      signal.throwIfAborted()
      await writeTarget(job, blob, site)
      signal.throwIfAborted()
    })
    await complete(job, site)
  } catch (error) {
    await fail(job, error, site)
  }
}

/** Items come in the place of their request, one after the other. */
const orderOf = ({ state }: Job) => state.order + (state.index ?? 0) / 1e6

/** A result that an earlier page had computed already. */
async function earlier({ id, state }: Job, { archive }: Site): Promise<Blob | undefined> {
  return state.file && (await archive.result(id).catch(() => undefined))
}

async function compute(
  job: Job,
  site: Site,
  onStart: () => void,
  elsewhere: Elsewhere,
): Promise<Blob> {
  const eta = etaClock()
  const { signal } = job.controller
  const { blob, details } = await work(job.request, site.workplace, signal, {
    onStart: () => {
      onStart()
      move(job, 'in_progress', site)
    },
    onProgress: (progress) => {
      if (signal.aborted) return
      const event = { job: job.id, ...progress, eta_ms: eta(progress.step, progress.ratio) }
      site.emit('progress', event)
      job.tell(event)
    },
    onRetry: ({ code, message }) => job.warn(code, message),
    onWarning: ({ code, message, path }) => job.warn(code, message, path),
    remote: remoteOf(job, site, elsewhere),
  })
  signal.throwIfAborted()
  const { waiting_for, ...before } = job.state.details ?? {}
  job.state.details = { ...before, ...details }
  const name = fileName(job.request.url ?? '', job.id, blob.type)
  job.state.file = { name, type: blob.type, bytes: blob.size }
  await site.archive.keepResult(job, blob)
  return blob
}

/** A job that was said to be in progress is never said to wait again: clients poll only while it says so. */
export function move(job: Job, status: Status, site: Site): void {
  const { status: before } = job.state
  if (before === status || (before === 'in_progress' && status === 'not_started')) return
  job.state.status = status
  site.emit('status', { job: job.id, status })
  // That a job waits is known of every job that has not begun.
  if (status === 'in_progress') void site.archive.save(job).catch(() => undefined)
}

/** @throws DarkroomError DELETED where the job was deleted meanwhile. */
async function complete(job: Job, site: Site): Promise<void> {
  const { state } = job
  const webhook = addressees(job, site)
  state.details = { provider: null, steps: [], ...state.details, ...(webhook && { webhook }) }
  state.status = 'complete'
  state.finished = site.environment.clock.now()
  state.settled = !webhook
  await site.archive.saveEnd(job)
  site.emit('status', { job: job.id, status: 'complete' })
  site.emit('complete', await recordOf(state, site))
  job.end()
}

async function fail(job: Job, thrown: unknown, site: Site): Promise<void> {
  const error = failureOf(job, thrown)
  job.error = error
  const goesOn = site.closed.aborted || error.code === 'DELETED'
  if (!goesOn) {
    job.state.error = error.toJSON()
    job.state.finished = site.environment.clock.now()
    job.state.settled = true
    await site.archive.saveEnd(job).catch(() => undefined)
  }
  site.emit('failed', { job: job.id, error })
  job.end()
}
