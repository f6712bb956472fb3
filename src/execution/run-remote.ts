import type { Progress, RunResult } from '../contract/engine/api.ts'
import { DarkroomError, isDarkroomError } from '../contract/errors.ts'
import type { ImageInfo } from '../contract/plan/plan.ts'
import type { Split } from '../contract/plan/split.ts'
import { type RunEvents, readMetadata, runPlan } from '../engine/client.ts'
import type { SentSummary } from '../remote/connection.ts'
import { download } from '../remote/download.ts'
import { mayBeAccepted, remoteFailed } from '../remote/failure.ts'
import { completed } from '../remote/poll.ts'
import type { RemoteRecord } from '../remote/record.ts'
import { buildSegment } from '../remote/segment.ts'
import { cancel, type SubmissionLog, submit } from '../remote/submit.ts'
import type { ExecutionContext, PreparedRequest, RemoteSlot } from './context.ts'

/** What a job keeps of its remote segment, and does meanwhile. */
export interface RemoteEvents {
  remote: SubmissionLog & {
    /** What an earlier page knew: the job of the service; or only that a POST went out. */
    known: { job?: string; posted?: boolean } | undefined
    onSent(sent: SentSummary): void
    /** Where others can open the result, if it is the service's own, unchanged. */
    onOpen(address: string): void
    /** Does what takes no worker, while another job takes this one's place. */
    elsewhere<T>(task: () => Promise<T>): Promise<T>
  }
}

type Events = RunEvents & RemoteEvents

/** Downloads of a result that turns out to be no picture. */
const DOWNLOADS = 3

/** Local steps, the segment at the service, local steps. */
export async function runWithRemote(
  prepared: PreparedRequest,
  parts: Split,
  context: ExecutionContext,
  signal: AbortSignal,
  events: Events,
): Promise<RunResult> {
  const { remote: place } = context
  if (!place) throw new DarkroomError('REMOTE_NOT_CONFIGURED', 'No remote service is configured')
  const { known, elsewhere } = events.remote
  const progress = progressOf(parts, events.onProgress)
  const before =
    parts.before && !known?.job && prepared.inputs.source
      ? await runPlan(
          { ...prepared.inputs, source: prepared.inputs.source },
          parts.before,
          context,
          signal,
          { ...events, onProgress: progress.before },
        )
      : undefined
  events.onStart()
  progress.remote(0)
  const start = performance.now()
  const record = await elsewhere(() =>
    runSegment(prepared, parts, before?.blob, { ...context, remote: place }, signal, events),
  )
  const ms = Math.round(performance.now() - start)
  progress.remote(1)
  const after = await finish(record, prepared, parts, { ...context, remote: place }, signal, {
    ...events,
    onProgress: progress.after,
  })
  const steps = [
    ...(before?.details.steps ?? []),
    { operation: 'remote', ms },
    ...after.details.steps,
  ]
  const provider = after.details.provider ?? before?.details.provider ?? null
  return { blob: after.blob, details: { ...after.details, provider, steps } }
}

interface Arrived extends Required<RemoteRecord> {
  blob: Blob
}

type Connected = ExecutionContext & { remote: RemoteSlot }

/** The segment sent, waited for and fetched; what an earlier page sent is only waited for. An abort is told to the service. */
async function runSegment(
  prepared: PreparedRequest,
  parts: Split,
  made: Blob | undefined,
  context: Connected,
  signal: AbortSignal,
  { remote }: Events,
): Promise<Arrived> {
  const { connection, uploads } = context.remote
  const { known } = remote
  if (known?.posted && !known.job) throw mayBeAccepted(connection)
  const record: RemoteRecord = known?.job
    ? { job: known.job }
    : await buildSegment(prepared, parts, made, context, signal).then(async ({ body, sent }) =>
        uploads.run(0, signal, () => {
          remote.onSent(sent)
          return submit(connection, body, remote, signal)
        }),
      )
  try {
    const result = record.result ?? (await completed(connection, record.job, signal))
    return { job: record.job, result, blob: await download(connection, record.job, result, signal) }
  } catch (error) {
    const timedOut = isDarkroomError(error) && error.code === 'TIMEOUT'
    if (timedOut || (signal.aborted && !remote.goesOn())) void cancel(connection, record.job)
    throw error
  }
}

/** What is done here to the picture that came back. One that arrived broken is fetched again. */
async function finish(
  { job, result, blob }: Arrived,
  { inputs }: PreparedRequest,
  parts: Split,
  context: Connected,
  signal: AbortSignal,
  events: Events,
): Promise<RunResult> {
  const { connection } = context.remote
  let picture = blob
  for (let attempt = 1; ; attempt++) {
    try {
      const facts = await readMetadata(picture, 'url', context, signal, events.onRetry)
      if (!parts.after) return asItCame(picture, facts)
      const plan = parts.after(facts)
      if (plan.steps.length === 0 && /^(png|auto)$/.test(plan.output.format)) {
        events.remote.onOpen(result)
      }
      return await runPlan({ ...inputs, source: picture }, plan, context, signal, events)
    } catch (error) {
      if (!isDarkroomError(error) || error.code !== 'UNIDENTIFIED_IMAGE') throw error
      if (!parts.after) return asItCame(picture)
      if (attempt === DOWNLOADS) throw remoteFailed(connection, 'sent a broken picture', error)
      picture = await download(connection, job, result, signal)
    }
  }
}

/** The result of a request that the service took as a whole. */
const asItCame = (blob: Blob, facts?: ImageInfo): RunResult => ({
  blob,
  details: {
    provider: null,
    steps: [],
    ...(facts && { width: facts.width, height: facts.height }),
    bytes: blob.size,
  },
})

/** The steps before, the segment and the steps after, counted as one sequence. */
function progressOf({ before, mostAfter }: Split, tell: (progress: Progress) => void) {
  // Beside the steps of a plan: a decoder and an encoder.
  const first = before ? before.steps.length + 2 : 0
  const all = first + 1 + (mostAfter > 0 ? mostAfter + 2 : 0)
  return {
    before: (progress: Progress) => tell({ ...progress, steps: all }),
    remote: (ratio: number) => tell({ step: first + 1, steps: all, operation: 'remote', ratio }),
    after: (progress: Progress) =>
      tell({
        ...progress,
        step: first + 1 + progress.step,
        steps: Math.min(all, first + 1 + progress.steps),
      }),
  }
}
