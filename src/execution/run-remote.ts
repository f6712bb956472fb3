import type { ReleaseWhile } from '../async/semaphore.ts'
import { DarkroomError, isDarkroomError } from '../contract/errors.ts'
import type { ImageInput } from '../contract/image-source.ts'
import type { ImageInfo } from '../contract/plan/plan.ts'
import type { RemoteStep } from '../contract/plan/remote-step.ts'
import type { Split } from '../contract/plan/split.ts'
import type { Progress, RunResult } from '../contract/worker/api.ts'
import type { RunEvents } from '../engine/client.ts'
import type { SentSummary } from '../remote/connection.ts'
import { download } from '../remote/download.ts'
import { mayBeAccepted, remoteFailed } from '../remote/failure.ts'
import { isReachable } from '../remote/is-public-url.ts'
import { completed } from '../remote/poll.ts'
import type { RemoteRecord } from '../remote/record.ts'
import { buildSegment } from '../remote/segment.ts'
import { cancel, type SubmissionLog, submit } from '../remote/submit.ts'
import { resolveSource } from '../sources/resolve.ts'
import type { ExecutionContext, PreparedRequest, RemoteSlot } from './context.ts'

/** What a job keeps of its remote segment, and does meanwhile. */
export interface RemoteEvents {
  remote: SubmissionLog & {
    /** What an earlier page knew: the job of the service; or only that a POST went out. */
    known: { job?: string; posted?: boolean } | undefined
    onSent(sent: SentSummary): void
    /** Where others can open the result, if it is the service's own, unchanged. */
    onPublicUrl(address: string): void
    /** Releases the job's slot while `part` runs, which takes no worker, then reacquires it. */
    releaseWhile: ReleaseWhile
  }
}

type Events = RunEvents & RemoteEvents

/** Downloads of a result that turns out to be no image. */
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
  const { known, releaseWhile } = events.remote
  const progress = progressOf(parts, events.onProgress)
  const before =
    parts.before && !known?.job && prepared.inputs.source
      ? await context.engine.run(
          { ...prepared.inputs, source: prepared.inputs.source },
          parts.before,
          signal,
          { ...events, onProgress: progress.before },
        )
      : undefined
  events.onStart()
  progress.remote(0)
  const start = performance.now()
  const record = await releaseWhile(() =>
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

type WithRemote = ExecutionContext & { remote: RemoteSlot }

/** The segment sent, waited for and fetched; what an earlier page sent is only waited for. An abort is told to the service. */
async function runSegment(
  prepared: PreparedRequest,
  parts: Split,
  made: Blob | undefined,
  context: WithRemote,
  signal: AbortSignal,
  { remote }: Events,
): Promise<Arrived> {
  const { connection, uploads } = context.remote
  const { known } = remote
  if (known?.posted && !known.job) throw mayBeAccepted(connection)
  const record: RemoteRecord = known?.job ? { job: known.job } : await send()

  try {
    const result = record.result ?? (await completed(connection, record.job, signal))
    return { job: record.job, result, blob: await download(connection, record.job, result, signal) }
  } catch (error) {
    const timedOut = isDarkroomError(error) && error.code === 'TIMEOUT'
    if (timedOut || (signal.aborted && !remote.continuesElsewhere()))
      void cancel(connection, record.job)
    throw error
  }

  async function send(): Promise<RemoteRecord> {
    const { body, sent } = await buildSegment(
      parts.remote,
      segmentSource(prepared, parts.remote, made, connection.remote.baseUrl),
      connection,
      (image, path) => asFile(image, path, context, signal),
      signal,
    )
    return uploads.run(0, signal, () => {
      remote.onSent(sent)
      return submit(connection, body, remote, signal)
    })
  }
}

/** What is sent as the source: nothing, its address, or an image. */
function segmentSource(
  { request, inputs }: PreparedRequest,
  { sends }: RemoteStep,
  made: Blob | undefined,
  baseUrl: string,
): string | ImageInput | undefined {
  if (sends === 'nothing' || request.url === undefined) return undefined
  if (sends === 'picture') return made
  const { url } = request
  const isAddress = typeof url === 'string' && isReachable(url, baseUrl)
  return isAddress ? url : (inputs.source?.image ?? url)
}

/** An image of a request as the bytes of a file. */
async function asFile(
  image: string | ImageInput,
  path: string,
  context: ExecutionContext,
  signal: AbortSignal,
): Promise<Blob> {
  const source = await resolveSource(image, path, context, signal)
  return source instanceof Blob ? source : context.engine.toPng(source, signal)
}

/** What is done here to the image that came back. One that arrived broken is fetched again. */
async function finish(
  { job, result, blob }: Arrived,
  { inputs }: PreparedRequest,
  parts: Split,
  context: WithRemote,
  signal: AbortSignal,
  events: Events,
): Promise<RunResult> {
  const { engine } = context
  const { connection } = context.remote
  let image = blob
  for (let attempt = 1; ; attempt++) {
    try {
      const { info, header } = await engine.metadata(image, 'url', signal, events.onRetry)
      if (!parts.after) return asItCame(image, info)
      const plan = parts.after(info)
      if (plan.steps.length === 0 && /^(png|auto)$/.test(plan.output.format)) {
        events.remote.onPublicUrl(result)
      }
      const source = { image, ...(header && { header }) }
      return await engine.run({ ...inputs, source }, plan, signal, events)
    } catch (error) {
      if (!isDarkroomError(error) || error.code !== 'UNIDENTIFIED_IMAGE') throw error
      if (!parts.after) return asItCame(image)
      if (attempt === DOWNLOADS) throw remoteFailed(connection, 'sent a broken image', error)
      image = await download(connection, job, result, signal)
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
