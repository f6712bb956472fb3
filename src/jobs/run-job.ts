import type { ReleaseWhile } from '../async/semaphore.ts'
import { DarkroomError } from '../contract/errors.ts'
import { execute } from '../execution/execute.ts'
import type { JobContext } from './context.ts'
import { etaClock } from './eta.ts'
import { fileName } from './file-name.ts'
import { failureOf, type Job } from './job.ts'
import type { Status } from './record.ts'
import { recordOf } from './record-view.ts'
import { remoteProgress } from './remote-progress.ts'
import { writeTarget } from './target.ts'
import { addressees } from './webhook.ts'

/** Brings a job, or all items of one, to its end. Never rejects: the job holds its error. */
export async function processJob(job: Job, context: JobContext): Promise<void> {
  if (!job.state.items) return processSingle(job, context)
  move(job, 'not_started', context)
  const open = job.items.filter((item) => !item.error && item.state.status !== 'complete')
  const onStart = () => move(job, 'in_progress', context)
  await Promise.all(open.map((item) => processSingle(item, context, onStart)))
  try {
    job.controller.signal.throwIfAborted()
    checkSomeSucceeded(job)
    await complete(job, context)
  } catch (error) {
    await fail(job, error, context)
  }
}

/** @throws DarkroomError the first image's, where none could be processed. */
function checkSomeSucceeded({ items }: Job): void {
  const [first, ...others] = items.flatMap(({ error }) => error ?? [])
  if (!first || others.length + 1 < items.length) return
  const message = `None of ${items.length} images could be processed: ${first.message}`
  throw new DarkroomError(first.code, message, { path: 'urls', cause: first })
}

async function processSingle(job: Job, context: JobContext, onStart = () => {}): Promise<void> {
  const { signal } = job.controller
  try {
    move(job, 'not_started', context)
    await context.slots.run(orderOf(job), signal, async (elsewhere) => {
      const blob =
        (await storedResult(job, context)) ?? (await compute(job, context, onStart, elsewhere))
      signal.throwIfAborted()
      await writeTarget(job, blob, context)
      signal.throwIfAborted()
    })
    await complete(job, context)
  } catch (error) {
    await fail(job, error, context)
  }
}

/** Items come in the place of their request, one after the other. */
const orderOf = ({ state }: Job) => state.order + (state.index ?? 0) / 1e6

/** A result that an earlier page had computed already. */
async function storedResult(
  { id, state }: Job,
  { retention }: JobContext,
): Promise<Blob | undefined> {
  return state.file && (await retention.result(id).catch(() => undefined))
}

async function compute(
  job: Job,
  context: JobContext,
  onStart: () => void,
  elsewhere: ReleaseWhile,
): Promise<Blob> {
  const eta = etaClock()
  const { signal } = job.controller
  const { blob, details } = await execute(job.request, context.execution, signal, {
    onStart: () => {
      onStart()
      move(job, 'in_progress', context)
    },
    onProgress: (progress) => {
      if (signal.aborted) return
      const event = { job: job.id, ...progress, eta_ms: eta(progress.step, progress.ratio) }
      context.emit('progress', event)
      job.tell(event)
    },
    onRetry: ({ code, message }) => job.warn(code, message),
    onWarning: ({ code, message, path }) => job.warn(code, message, path),
    remote: remoteProgress(job, context, elsewhere),
  })
  signal.throwIfAborted()
  const { waiting_for, ...before } = job.state.details ?? {}
  job.state.details = { ...before, ...details }
  const name = fileName(job.request.url ?? '', job.id, blob.type)
  job.state.file = { name, type: blob.type, bytes: blob.size }
  await context.retention.keepResult(job, blob)
  return blob
}

/** A job that was said to be in progress is never said to wait again: clients poll only while it says so. */
export function move(job: Job, status: Status, context: JobContext): void {
  const { status: before } = job.state
  if (before === status || (before === 'in_progress' && status === 'not_started')) return
  job.state.status = status
  context.emit('status', { job: job.id, status })
  // That a job waits is known of every job that has not begun.
  if (status === 'in_progress') void context.retention.save(job).catch(() => undefined)
}

/** @throws DarkroomError DELETED where the job was deleted meanwhile. */
async function complete(job: Job, context: JobContext): Promise<void> {
  const { state } = job
  const webhook = addressees(job, context)
  state.details = { provider: null, steps: [], ...state.details, ...(webhook && { webhook }) }
  state.status = 'complete'
  state.finished = context.environment.clock.now()
  state.settled = !webhook
  await context.retention.saveEnd(job)
  context.emit('status', { job: job.id, status: 'complete' })
  context.emit('complete', await recordOf(state, context))
  job.end()
}

async function fail(job: Job, thrown: unknown, context: JobContext): Promise<void> {
  const error = failureOf(job, thrown)
  job.error = error
  const goesOn = context.closed.aborted || error.code === 'DELETED'
  if (!goesOn) {
    job.state.error = error.toJSON()
    job.state.finished = context.environment.clock.now()
    job.state.settled = true
    await context.retention.saveEnd(job).catch(() => undefined)
  }
  context.emit('failed', { job: job.id, error })
  job.end()
}
