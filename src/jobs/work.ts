import * as Comlink from 'comlink'
import type { Outcome, Progress } from '../../workers/run.ts'
import { isWorkerFailure, type Lease, type Pool } from '../engine/pool.ts'
import { DarkroomError, isDarkroomError, unexpected } from '../errors.ts'
import { checkAsked, checkDecoded, type Limits } from '../plan/limits.ts'
import { type Plan, plan, type SourceFacts } from '../plan/plan.ts'
import type { CanonicalRequest } from '../request/canonical.ts'
import { type Reach, resolveSource } from '../sources/resolve.ts'
import type { Inputs, Source } from '../sources/source.ts'
import type { Warning } from './record.ts'

export interface Workplace extends Reach {
  pool: Pool
  limits: Limits
}

/** What a job hears of its work. */
export interface WorkEvents {
  onStart(): void
  onProgress(progress: Progress): void
  /** The GPU or a worker failed, and the work is done again. */
  onRetry(error: DarkroomError): void
  onWarning(warning: Warning): void
}

const converted: Warning = {
  code: 'CONVERTED',
  path: 'url',
  message: 'The colours of url were no RGB and became sRGB; their profile is left out',
}

/** Runs on other workers after a failure: the first may be chance, after the second only WASM is left. */
const ATTEMPTS = 3

/**
 * The plan of a request, from the header of its source.
 * @throws DarkroomError BAD_REQUEST on `url` where it has none, or several.
 */
export async function prepare(
  request: CanonicalRequest,
  workplace: Workplace,
  signal: AbortSignal,
  onRetry: WorkEvents['onRetry'] = () => {},
): Promise<{ inputs: Inputs; plan: Plan }> {
  const { pool, limits } = workplace
  if (request.url === undefined) throw unexpected('url', 'one picture', undefined)
  checkAsked(request, limits)
  const inputs = await resolveInputs(request, workplace, signal)
  const factsOf = (source: Source, path: string) =>
    persistently(pool, onRetry, () =>
      pool.run(signal, (lease) =>
        withDeadline(lease, limits, () => lease.engine.facts(source, path)),
      ),
    )
  const planned = plan(request, await factsOf(inputs.source, 'url'), limits)
  if (inputs.caption) {
    checkDecoded(await factsOf(inputs.caption, 'caption.url'), limits, 'caption.url')
  }
  return { inputs, plan: planned }
}

/** Everything between a canonical request and its result. A GPU or worker that is lost costs another run. */
export async function work(
  request: CanonicalRequest,
  workplace: Workplace,
  signal: AbortSignal,
  { onStart, onProgress, onRetry, onWarning }: WorkEvents,
): Promise<Outcome> {
  const { pool, limits } = workplace
  const { inputs, plan } = await prepare(request, workplace, signal, onRetry)
  if (plan.source.converted) onWarning(converted)
  return persistently(pool, onRetry, () =>
    pool.run(signal, (lease) => {
      onStart()
      return runPlan(lease, inputs, plan, limits, onProgress)
    }),
  )
}

/** All pictures of a request at once. */
async function resolveInputs(
  request: CanonicalRequest,
  reach: Reach,
  signal: AbortSignal,
): Promise<Inputs> {
  const named = {
    source: [request.url, 'url'],
    caption: [request.caption?.url, 'caption.url'],
    replace: [request.background?.replace, 'background.replace'],
    nsfw: [request.nsfw_parameters?.nsfw_image_url, 'nsfw_parameters.nsfw_image_url'],
  } as const
  const entries = Object.entries(named).map(async ([name, [picture, path]]) =>
    picture === undefined ? [] : [[name, await resolveSource(picture, path, reach, signal)]],
  )
  return Object.fromEntries((await Promise.all(entries)).flat())
}

/** Tries again where not the picture but what computes was at fault. */
async function persistently<T>(
  pool: Pool,
  onRetry: WorkEvents['onRetry'],
  task: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task()
    } catch (error) {
      if (!isDarkroomError(error) || attempt === ATTEMPTS) throw error
      const gpuLost = error.code === 'DEVICE_LOST'
      if (!gpuLost && !isWorkerFailure(error)) throw error
      onRetry(error)
      if (gpuLost || attempt > 1) pool.giveUpGpu()
    }
  }
}

async function runPlan(
  lease: Lease,
  inputs: Inputs,
  plan: Plan,
  limits: Limits,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const deadline = startDeadline(lease, limits)
  const report = (progress: Progress) => {
    if (progress.operation !== 'decode' || progress.ratio === 1) deadline.stop()
    onProgress(progress)
  }
  try {
    return await lease.engine.run(lease.call, inputs, plan, Comlink.proxy(report))
  } catch (error) {
    // What WASM took it never gives back: later jobs would fail of it too.
    if (isDarkroomError(error) && error.code === 'OUT_OF_MEMORY') lease.end(error)
    throw error
  } finally {
    deadline.stop()
  }
}

async function withDeadline(
  lease: Lease,
  limits: Limits,
  task: () => Promise<SourceFacts>,
): Promise<SourceFacts> {
  const deadline = startDeadline(lease, limits)
  try {
    return await task()
  } finally {
    deadline.stop()
  }
}

/** A decoder that hangs is ended with its worker. */
function startDeadline(lease: Lease, { decodeSeconds }: Limits): { stop(): void } {
  const timer = setTimeout(() => {
    lease.end(
      new DarkroomError('TIMEOUT', `Expected url to be decoded within ${decodeSeconds} s`, {
        path: 'url',
      }),
    )
  }, decodeSeconds * 1000)
  return { stop: () => clearTimeout(timer) }
}
