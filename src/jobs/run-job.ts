import { eta } from '../async/eta.ts'
import type { ReleaseWhile } from '../async/semaphore.ts'
import { DarkroomError } from '../contract/errors.ts'
import type { RunEvents } from '../engine/client.ts'
import { outcomeWarnings } from '../execution/outcome-warnings.ts'
import { prepare } from '../execution/prepare.ts'
import { type RemoteEvents, runWithRemote } from '../execution/run-remote.ts'
import { serviceOrigin } from '../remote/connection.ts'
import { releaseSnapshot } from '../sources/snapshot-inputs.ts'
import type { JobContext } from './context.ts'
import type { Job } from './job.ts'
import { hasEnded, type RemoteState } from './job-state.ts'
import type { Status } from './record.ts'
import { recordOf } from './record-view.ts'
import { fileName, writeTarget } from './result-file.ts'
import { isGone, persistOnce, settle } from './settle.ts'
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
  if (isGone(job)) return
  if (!job.error && job.kept) persistOnce(context)
  await context.retention.enforceQuota().catch(() => undefined)
  if (!job.error) await notifyReceivers(job, context)
  if (!isGone(job)) await settle(job, context)
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

/** @throws DarkroomError the first item's error, if every item failed. */
function checkSomeSucceeded({ items }: Job): void {
  const [first, ...others] = items.flatMap(({ error }) => error ?? [])
  if (!first || others.length + 1 < items.length) return
  const message = `None of ${items.length} images could be processed: ${first.message}`
  throw new DarkroomError(first.code, message, { path: 'urls', cause: first })
}

async function runSingle(job: Job, context: JobContext, onStart = () => {}): Promise<void> {
  try {
    advance(job, 'not_started', context)
    await context.slots.run(orderOf(job), job.signal, async (releaseWhile) => {
      const blob =
        (await storedResult(job, context)) ?? (await compute(job, context, onStart, releaseWhile))
      job.signal.throwIfAborted()
      await writeTarget(job, blob, context)
      job.signal.throwIfAborted()
    })
    await complete(job, context)
  } catch (error) {
    await fail(job, error, context)
  }
}

/** Items run in the order of their request, then by index. */
const orderOf = ({ state }: Job) => state.order + (state.index ?? 0) / 1e6

/** The result, if an earlier page computed it. */
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
  releaseWhile: ReleaseWhile,
): Promise<Blob> {
  const { execution } = context
  const estimate = eta()
  const events: RunEvents & RemoteEvents = {
    onStart: () => {
      onStart()
      advance(job, 'in_progress', context)
    },
    onProgress: (progress) => {
      if (job.signal.aborted) return
      const eta_ms = estimate(progress.step, progress.ratio)
      const event = { job: job.id, ...progress, eta_ms }
      context.emit('progress', event)
      job.reportProgress(event)
    },
    onRetry: ({ code, message }) => job.warn(code, message),
    remote: remoteEvents(job, context, releaseWhile),
  }
  const prepared = await prepare(job.request, execution, job.signal, events.onRetry)
  for (const { code, message, path } of prepared.warnings) job.warn(code, message, path)
  const result = prepared.segments
    ? await runWithRemote(prepared, execution, job.signal, events)
    : await execution.engine.run(prepared.inputs, prepared.plan, job.signal, events)
  job.signal.throwIfAborted()
  const { blob, details } = result
  const found = outcomeWarnings(job.request, result)
  for (const { code, message, path } of found) job.warn(code, message, path)
  const name = fileName(job.request.url ?? '', job.id, blob.type)
  job.setResult({ name, type: blob.type, bytes: blob.size }, details)
  await context.retention.keepResult(job, blob)
  return blob
}

/** Stores the state of the remote segment, so that another page can continue it. */
function remoteEvents(
  job: Job,
  context: JobContext,
  releaseWhile: ReleaseWhile,
): RemoteEvents['remote'] {
  const { remote } = context.execution
  const to = remote ? serviceOrigin(remote.connection.remote) : ''
  const note = (known: Omit<RemoteState, 'to'>) => {
    job.setRemote({ to, ...known })
    // A failing store does not fail the job, unless the job was deleted.
    return context.retention.save(job).catch((error) => {
      if (job.signal.aborted) throw error
    })
  }
  return {
    known: job.state.remote,
    releaseWhile,
    onPost: () => note({ posted: true }),
    onRefused: () => note({ posted: false }),
    onAccepted: (name) => note({ posted: true, job: name }),
    continuesElsewhere: () => context.closed.aborted && job.kept,
    onSent: (sent) => job.setSent(sent),
    onPublicUrl: (open) => job.setRemote({ to, posted: true, ...job.state.remote, open }),
  }
}

/** Changes the status and emits it. Only `in_progress` is stored: a stored job that has not begun waits anyway. */
export function advance(
  job: Job,
  status: Exclude<Status, 'complete'>,
  { emit, retention }: JobContext,
): void {
  if (!job.advance(status)) return
  emit('status', { job: job.id, status })
  if (status === 'in_progress') void retention.save(job).catch(() => undefined)
}

/** @throws DarkroomError DELETED if the job was deleted meanwhile. */
async function complete(job: Job, context: JobContext): Promise<void> {
  job.complete(context.environment.clock.now(), pendingWebhooks(job, context))
  await context.retention.saveEnd(job)
  context.emit('status', { job: job.id, status: 'complete' })
  context.emit('complete', await recordOf(job.state, context))
  job.end()
}

async function fail(job: Job, thrown: unknown, context: JobContext): Promise<void> {
  const error = job.failure(thrown)
  if (context.closed.aborted || error.code === 'DELETED') {
    job.abandon(error)
  } else {
    job.fail(error, context.environment.clock.now())
    await context.retention.saveEnd(job).catch(() => undefined)
  }
  context.emit('failed', { job: job.id, error })
  job.end()
}
