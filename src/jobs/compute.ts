import { eta } from '../async/eta.ts'
import type { ReleaseWhile } from '../async/semaphore.ts'
import type { RunEvents } from '../engine/client.ts'
import type { Place } from '../engine/schedule.ts'
import type { PreparedLocal, PreparedRequest } from '../execution/context.ts'
import { outcomeWarnings } from '../execution/outcome-warnings.ts'
import { overallRatio } from '../execution/overall-ratio.ts'
import { prepare } from '../execution/prepare.ts'
import { runPreview } from '../execution/preview.ts'
import { type RemoteEvents, runWithRemote } from '../execution/run-remote.ts'
import { serviceOrigin } from '../remote/connection.ts'
import { resultTypes } from '../shared/file-format.ts'
import type { FinishedSteps, RunResult, StorableSteps } from '../shared/worker/api.ts'
import { sourceName } from '../sources/source-name.ts'
import type { JobContext } from './context.ts'
import { guarded, needsCare } from './crashes.ts'
import type { Job } from './job.ts'
import type { RemoteState } from './job-state.ts'

/** Making a result of steps again must take this long for it to be stored, in milliseconds. */
const STORED_FROM_MS = 3_000

interface Turn {
  place: Place
  onStart(): void
  releaseWhile: ReleaseWhile
}

/** Computes the result of a job with one image, unless an earlier page did, and stores it. */
export async function computeOnce(job: Job, context: JobContext, turn: Turn): Promise<Blob> {
  const { id, state } = job
  const stored = state.file && (await context.repository.file(id, 'result').catch(() => undefined))
  return stored ?? compute(job, context, turn)
}

async function compute(job: Job, context: JobContext, turn: Turn): Promise<Blob> {
  const { execution } = context
  const estimate = eta()
  const overall = overallRatio()
  const events: RunEvents & RemoteEvents = {
    place: turn.place,
    onStart: turn.onStart,
    onProgress: ({ share, ...progress }) => {
      if (job.signal.aborted) return
      const eta_ms = estimate(progress.step, progress.ratio)
      const overall_ratio = overall({ ...progress, ...(share !== undefined && { share }) })
      const event = { job: job.id, ...progress, overall_ratio, eta_ms }
      context.emit('progress', event)
      job.reportProgress(event)
    },
    onRetry: ({ code, message }) => job.warn(code, message),
    guard: (work) => guarded(job, context, work),
    // Asked before the guard counts this page.
    settings: needsCare(job) ? { tiles: 'small' } : {},
    remote: remoteEvents(job, context, turn.releaseWhile),
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
  if (job.request.bitmap) {
    job.bitmap = result.bitmap ?? (await createImageBitmap(blob))
    job.addDetails(details)
    return blob
  }
  await storeResult(job, result, context)
  return blob
}

async function storeResult(job: Job, result: RunResult, { repository }: JobContext): Promise<void> {
  const { blob, smaller, details } = result
  await repository.storeResult(job, blob, new Map(smaller?.map((each) => [each.width, each.blob])))
  const file = { name: fileName(job, blob.type), type: blob.type, bytes: blob.size }
  const sizes = smaller?.map(({ blob, width, height }) => {
    return { name: fileName(job, blob.type, `-${width}`), width, height, bytes: blob.size }
  })
  job.setResult({ file, ...(sizes && { sizes }) }, details)
}

/** The name of a result: `<source name>.<ext>`, else `<job>.<ext>`, of `[A-Za-z0-9._-]` only. */
function fileName({ id, request }: Job, type: string, suffix = ''): string {
  const stem = sourceName(request.url ?? '').replace(/\.[^.]*$/, '')
  const safe = stem
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 100)
  return `${safe || id}${suffix}.${resultTypes[type] ?? 'bin'}`
}

/** Starts where an earlier page came to, and stores how far this one comes. */
async function runLocally(
  job: Job,
  { inputs, plan, demand, settings }: PreparedLocal,
  context: JobContext,
  events: RunEvents,
): Promise<RunResult> {
  const { environment, execution, repository, madeBy } = context
  const finished = await finishedSteps(job, { inputs, plan, demand }, context)
  const stores = job.persistence !== 'memory' && madeBy !== undefined && !repository.inMemory
  let storing = Promise.resolve()
  const onStorable = ({ entries, ...steps }: StorableSteps) => {
    if (!stores) return
    storing = storing.then(() => repository.storeSteps(job, { ...steps, madeBy }, entries))
  }
  const result = await execution.engine.run(inputs, plan, job.signal, {
    ...events,
    demand,
    onStorable,
    settings: {
      ...settings,
      ...events.settings,
      ...(stores && { storeFromMs: environment.storeFromMs ?? STORED_FROM_MS }),
      ...(finished && { finished }),
    },
  })
  await storing
  return result
}

/** Results of steps that this job, or another that began alike, left in the store. What cannot be read is made again. */
async function finishedSteps(
  job: Job,
  { inputs, plan, demand }: Pick<PreparedLocal, 'inputs' | 'plan' | 'demand'>,
  { execution: { engine }, repository, madeBy }: JobContext,
): Promise<FinishedSteps | undefined> {
  if (demand.light || madeBy === undefined || repository.inMemory) return undefined
  try {
    if (job.state.steps?.madeBy === madeBy) return await repository.file(job.id, 'steps')
    const left = (await repository.jobs()).filter(({ steps }) => steps?.madeBy === madeBy)
    if (left.length === 0) return undefined
    const keys = left.map(({ steps }) => steps?.key as string)
    const key = await engine.longestPrefix(inputs, plan, keys, job.signal)
    const from = left.find(({ steps }) => steps?.key === key)
    return from && (await repository.file(from.id, 'steps'))
  } catch {
    job.signal.throwIfAborted()
    return undefined
  }
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
    job.note({ remote: { to, ...known } })
    // A failing store does not fail the job, unless the job was deleted.
    return context.repository.store(job).catch((error) => {
      if (job.signal.aborted) throw error
    })
  }
  return {
    known: job.state.remote,
    releaseWhile,
    onPost: () => note({ posted: true }),
    onRefused: () => note({ posted: false }),
    onAccepted: (name) => note({ posted: true, job: name }),
    continuesElsewhere: () => context.closed.aborted && job.persistence !== 'memory',
    onSent: (sent) => job.addDetails({ sent }),
    onPublicUrl: (open) => job.note({ remote: { to, posted: true, ...job.state.remote, open } }),
  }
}
