import type { ReleaseWhile } from '../async/semaphore.ts'
import type { RunEvents } from '../engine/client.ts'
import type { ImageInfo, LocalPlan } from '../plan/plan.ts'
import type { RemoteStep } from '../plan/remote-step.ts'
import type { Split } from '../plan/split.ts'
import { checkRemote } from '../remote/check-remote.ts'
import type { SentSummary } from '../remote/connection.ts'
import { downloadResult } from '../remote/download.ts'
import { isReachable } from '../remote/is-reachable.ts'
import type { RemoteRecord } from '../remote/parse-record.ts'
import { waitForResult } from '../remote/poll.ts'
import { reach } from '../remote/reach.ts'
import { holdsKey, remoteError, unknownOutcomeError } from '../remote/remote-error.ts'
import { buildSegment, type SegmentSource } from '../remote/segment.ts'
import { cancel, type SubmissionLog, submit } from '../remote/submit.ts'
import { DarkroomError, isDarkroomError } from '../shared/errors.ts'
import type { ImageSource } from '../shared/image-source.ts'
import type { Progress, RunProgress, RunResult } from '../shared/worker/api.ts'
import { resolveSource } from '../sources/resolve.ts'
import type { ExecutionContext, PreparedRemote, RemoteSlot } from './context.ts'

/** Events of the remote segment. */
export interface RemoteEvents {
  remote: SubmissionLog & {
    /** What an earlier page stored: the job at the service, or only that a POST was sent. */
    known: { job?: string; posted?: boolean } | undefined
    onSent(sent: SentSummary): void
    /** The service's URL of the result, if nothing changes it here. */
    onPublicUrl(address: string): void
    /** Releases the job's slot while `part` runs, which needs no worker, then reacquires it. */
    releaseWhile: ReleaseWhile
  }
}

type Events = RunEvents & RemoteEvents

/** Downloads of a result that cannot be identified as an image. */
const DOWNLOADS = 3

/** Runs the local steps before the remote step, the remote step, and the local steps after it. */
export async function runWithRemote(
  prepared: PreparedRemote,
  context: ExecutionContext,
  signal: AbortSignal,
  events: Events,
): Promise<RunResult> {
  const { segments: parts } = prepared
  const { remote: place } = context
  if (!place) throw new DarkroomError('REMOTE_NOT_CONFIGURED', 'No remote service is configured')
  checkRemote(place.connection.remote)
  const { known, releaseWhile } = events.remote
  const progress = progressOf(parts, events.onProgress)
  const before =
    parts.before && (!known?.job || parts.needsSent) && prepared.inputs.source
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
    runSegment(prepared, before?.blob, { ...context, remote: place }, signal, events),
  )
  const ms = Math.round(performance.now() - start)
  progress.remote(1)
  const sent = before ? { image: before.blob } : prepared.inputs.source
  const inputs = { ...prepared.inputs, ...(parts.needsSent && sent && { sent }) }
  const after = await finish(
    record,
    { ...prepared, inputs },
    { ...context, remote: place },
    signal,
    { ...events, onProgress: progress.after },
  )
  const steps = [
    ...(before?.details.steps ?? []),
    { operation: 'remote', ms },
    ...after.details.steps,
  ]
  const provider = after.details.provider ?? before?.details.provider ?? null
  return {
    blob: after.blob,
    ...(after.smaller && { smaller: after.smaller }),
    details: { ...after.details, provider, steps },
    observed: { ...before?.observed, ...after.observed },
  }
}

interface Arrived extends Required<RemoteRecord> {
  blob: Blob
}

type WithRemote = ExecutionContext & { remote: RemoteSlot }

/** Sends the segment, or continues what an earlier page sent, and downloads the result. An abort cancels the remote job. */
async function runSegment(
  prepared: PreparedRemote,
  made: Blob | undefined,
  context: WithRemote,
  signal: AbortSignal,
  { remote }: Events,
): Promise<Arrived> {
  const { connection, uploads } = context.remote
  const { known } = remote
  if (known?.posted && !known.job) throw unknownOutcomeError(connection)
  const record: RemoteRecord = known?.job ? { job: known.job } : await send()

  try {
    const { job } = record
    const resultUrl = record.resultUrl ?? (await waitForResult(connection, job, signal))
    return { job, resultUrl, blob: await downloadResult(connection, job, resultUrl, signal) }
  } catch (error) {
    const timedOut = isDarkroomError(error) && error.code === 'TIMEOUT'
    if (timedOut || (signal.aborted && !remote.continuesElsewhere()))
      void cancel(connection, record.job)
    throw error
  }

  async function send(): Promise<RemoteRecord> {
    const { body, sent } = await buildSegment(
      prepared.segments.remote,
      segmentSource(prepared, prepared.segments.remote, made, connection.remote.baseUrl),
      connection,
      (image, path) => asFile(image, path, context, signal),
      signal,
    )
    return uploads.run([], signal, async () => {
      await reach(connection, signal)
      remote.onSent(sent)
      return submit(connection, body, remote, signal)
    })
  }
}

/** The source that is sent: none, its URL, or an image. */
function segmentSource(
  { request, inputs, plan }: PreparedRemote,
  { sends }: RemoteStep,
  made: Blob | undefined,
  baseUrl: string,
): SegmentSource | undefined {
  const { url } = request
  if (sends === 'nothing' || url === undefined) return undefined
  if (sends === 'picture') return made && { image: made, format: 'png' }
  const isAddress = typeof url === 'string' && isReachable(url, baseUrl)
  if (isAddress) return { image: url }
  const format = plan.source?.format
  // Pixels are sent as a PNG.
  return { image: inputs.source?.image ?? url, format: format === 'pixels' ? 'png' : format }
}

/** An image of the request as a file. */
async function asFile(
  image: string | ImageSource,
  path: string,
  context: ExecutionContext,
  signal: AbortSignal,
): Promise<Blob> {
  const source = await resolveSource(image, path, context, signal)
  return source instanceof Blob ? source : context.engine.toPng(source, signal)
}

/** Runs the local steps after the remote step. A broken image is downloaded again. */
async function finish(
  { job, resultUrl, blob }: Arrived,
  prepared: PreparedRemote,
  context: WithRemote,
  signal: AbortSignal,
  events: Events,
): Promise<RunResult> {
  const { connection } = context.remote
  let image = blob
  for (let attempt = 1; ; attempt++) {
    try {
      return await finishImage(image, resultUrl, prepared, context, signal, events)
    } catch (error) {
      if (!isDarkroomError(error) || error.code !== 'UNIDENTIFIED_IMAGE') throw error
      if (attempt === DOWNLOADS) throw remoteError(connection, 'sent a broken image', error)
      image = await downloadResult(connection, job, resultUrl, signal)
    }
  }
}

/** @throws DarkroomError UNIDENTIFIED_IMAGE where the image that came back cannot be decoded. */
async function finishImage(
  image: Blob,
  resultUrl: string,
  { inputs, segments }: PreparedRemote,
  { engine, limits, remote }: WithRemote,
  signal: AbortSignal,
  events: Events,
): Promise<RunResult> {
  const { info, header } = await engine.metadata(image, 'url', signal, events)
  const source = { image, ...(header && { header }) }
  if (!segments.after) {
    // What exceeds the limits was sent because of them: its header was read, and must do.
    const { width, height } = info.decoded ?? info
    if (width * height <= limits.decodedPixels) {
      await engine.run({ source }, decodeOnly(info), signal, { ...events, onProgress: () => {} })
    }
    return asItCame(image, info)
  }
  const plan = segments.after(info)
  const { format, maxFileSize } = plan.output
  if (plan.steps.length === 0 && /^(png|auto)$/.test(format) && !maxFileSize) {
    if (!holdsKey(resultUrl, remote.connection)) events.remote.onPublicUrl(resultUrl)
  }
  return engine.run({ ...inputs, source }, plan, signal, events)
}

/** Decodes an image, and makes nothing of it: only a whole image passes. */
const decodeOnly = (source: ImageInfo): LocalPlan => ({
  source,
  steps: [{ op: 'crop', x: 0, y: 0, width: 1, height: 1 }],
  output: { format: 'png', quality: 100, exif: false },
})

/** The result of a plan without local steps after the remote one. */
const asItCame = (blob: Blob, { width, height }: ImageInfo): RunResult => ({
  blob,
  details: { provider: null, steps: [], width, height, bytes: blob.size },
})

/** Maps the progress of all parts onto one sequence of steps. */
function progressOf({ before, maxStepsAfter }: Split, tell: (progress: Progress) => void) {
  // Each local part also decodes and encodes.
  const first = before ? before.steps.length + 2 : 0
  const all = first + 1 + (maxStepsAfter > 0 ? maxStepsAfter + 2 : 0)
  return {
    before: ({ share: _, ...progress }: RunProgress) => tell({ ...progress, steps: all }),
    remote: (ratio: number) => tell({ step: first + 1, steps: all, operation: 'remote', ratio }),
    after: ({ share: _, ...progress }: RunProgress) =>
      tell({
        ...progress,
        step: first + 1 + progress.step,
        steps: Math.min(all, first + 1 + progress.steps),
      }),
  }
}
