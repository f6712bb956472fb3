import { eta } from '../async/eta.ts'
import type { ReleaseWhile } from '../async/semaphore.ts'
import type { Place, RunEvents } from '../engine/client.ts'
import type { PreparedLocal, PreparedRequest } from '../execution/context.ts'
import { outcomeWarnings } from '../execution/outcome-warnings.ts'
import { overallRatio } from '../execution/overall-ratio.ts'
import { prepare } from '../execution/prepare.ts'
import { runPreview } from '../execution/preview.ts'
import { type RemoteEvents, runWithRemote } from '../execution/run-remote.ts'
import { serviceOrigin } from '../remote/connection.ts'
import { DarkroomError } from '../shared/errors.ts'
import { rankOf } from '../shared/priority.ts'
import type { RunResult } from '../shared/worker/api.ts'
import { releaseSnapshot } from '../sources/snapshot-inputs.ts'
import type { JobContext } from './context.ts'
import { guarded, keepSource, needsCare } from './crashes.ts'
import type { Job } from './job.ts'
import { hasEnded, isSuspended, type RemoteState } from './job-state.ts'
import type { Status } from './record.ts'
import { recordOf, urlOf } from './record-view.ts'
import { fileName, writeTarget } from './result-file.ts'
import { isGone, leave, persistOnce, settle } from './settle.ts'
import { finishedSteps, stepStorage } from './stored-steps.ts'
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
  if (isDeleted || (isSuspended(job.state) && !job.onlyHere)) return leave(job, context)
  if (isGone(job)) return
  if (job.kept) {
    if (!job.error) persistOnce(context)
    await context.retention.enforceQuota().catch(() => undefined)
  }
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
    const work = async (releaseWhile: ReleaseWhile) => {
      const blob =
        (await storedResult(job, context)) ?? (await compute(job, context, onStart, releaseWhile))
      job.signal.throwIfAborted()
      await writeTarget(job, blob, context)
      job.signal.throwIfAborted()
    }
    const spare = rankOf(job.state.priority) * context.slotsOfPriority
    await context.slots.run(slotOrderOf(job), job.signal, work, { alone, spare })
    await complete(job, context)
  } catch (error) {
    await fail(job, error, context)
  }
}

/** Items run in the order of their request, then by index; what may end the page comes last. */
const orderOf = (job: Job) =>
  job.state.order + (job.state.index ?? 0) / 1e6 + (needsCare(job) ? LAST : 0)
const LAST = 1e15

/** The more urgent come first. */
const slotOrderOf = (job: Job) => orderOf(job) + rankOf(job.state.priority) * AFTER
const AFTER = 1e13

const placeOf = (job: Job): Place => ({
  priority: job.state.priority ?? 'user-visible',
  order: orderOf(job),
})

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
  const overall = overallRatio()
  const events: RunEvents & RemoteEvents = {
    place: placeOf(job),
    onStart: () => {
      onStart()
      advance(job, 'in_progress', context)
    },
    onProgress: (progress) => {
      if (job.signal.aborted) return
      const eta_ms = estimate(progress.step, progress.ratio)
      const event = { job: job.id, ...progress, overall_ratio: overall(progress), eta_ms }
      context.emit('progress', event)
      job.reportProgress(event)
    },
    onRetry: ({ code, message }) => job.warn(code, message),
    guard: (work) => guarded(job, context, work),
    // Asked before the guard counts this page.
    settings: { smallTiles: needsCare(job) },
    remote: remoteEvents(job, context, releaseWhile),
  }
  const prepared = await prepare(job.request, execution, job.signal, events)
  for (const { code, message, path } of prepared.warnings) job.warn(code, message, path)
  await sendPreview(job, prepared, context, events)
  const result = prepared.segments
    ? await runWithRemote(prepared, execution, job.signal, events)
    : await runLocally(job, prepared, context, events)
  job.signal.throwIfAborted()
  const { blob, details } = result
  // What the service did as a whole, it did with every field.
  const doneElsewhere = prepared.segments && !prepared.segments.after
  const found = doneElsewhere ? [] : outcomeWarnings(job.request, result)
  for (const { code, message, path } of found) job.warn(code, message, path)
  const name = fileName(job.request.url ?? '', job.id, blob.type)
  await context.retention.keepResult(job, blob)
  job.setResult({ name, type: blob.type, bytes: blob.size }, details)
  return blob
}

/** Starts where an earlier page came to, and stores how far this one comes. */
async function runLocally(
  job: Job,
  { inputs, plan, demand, settings }: PreparedLocal,
  context: JobContext,
  events: RunEvents,
): Promise<RunResult> {
  const finished = await finishedSteps(job, { inputs, plan, demand }, context)
  const storing = stepStorage(job, context)
  const result = await context.execution.engine.run(inputs, plan, job.signal, {
    ...events,
    demand,
    onStorable: storing.onStorable,
    settings: {
      ...events.settings,
      ...settings,
      ...storing.settings,
      ...(finished && { finished }),
    },
  })
  await storing.stored()
  return result
}

/** Hands out a first answer, if somebody asked for one. */
async function sendPreview(
  job: Job,
  prepared: PreparedRequest,
  { execution }: JobContext,
  events: RunEvents,
): Promise<void> {
  const found = job.onPreview && (await runPreview(prepared, execution, job.signal, events))
  if (!found) return
  const { width = 0, height = 0 } = found.details
  job.reportPreview({ job: job.id, blob: found.blob, width, height })
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
  if (status === 'in_progress') retention.saveSoon(job)
}

/** @throws DarkroomError DELETED if the job was deleted meanwhile. */
async function complete(job: Job, context: JobContext): Promise<void> {
  job.complete(context.environment.clock.now(), pendingWebhooks(job, context))
  // The result is read back for its URL while the end is stored: each takes as long as the other.
  const url = urlOf(job.state, context)
  await context.retention.saveEnd(job).finally(() => url)
  context.emit('status', { job: job.id, status: 'complete' })
  context.emit('complete', await recordOf(job.state, context))
  job.end()
}

async function fail(job: Job, thrown: unknown, context: JobContext): Promise<void> {
  const error = job.failure(thrown)
  if (error.code === 'DELETED') {
    job.abandon(error)
    context.urls.revoke(job.id)
    if (job.kept) await context.retention.removeFiles(job).catch(() => undefined)
  } else if (context.closed.aborted) {
    job.abandon(error)
    // The attempt has ended, unlike that of a page that crashes.
    await context.retention.save(job).catch(() => undefined)
  } else {
    if (error.code === 'CRASHED') await keepSource(job, context)
    job.fail(error, context.environment.clock.now())
    if (job.state.settled) await context.retention.forgetSteps(job).catch(() => undefined)
    await context.retention.saveEnd(job).catch(() => undefined)
  }
  context.emit('failed', { job: job.id, error })
  job.end()
}
