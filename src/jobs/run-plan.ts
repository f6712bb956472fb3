import * as Comlink from 'comlink'
import type { Outcome, Progress } from '../../workers/run.ts'
import { isWorkerFailure, type Lease, type Pool } from '../engine/pool.ts'
import { DarkroomError, isDarkroomError } from '../errors.ts'
import type { Limits } from '../plan/limits.ts'
import type { LocalPlan, SourceFacts } from '../plan/plan.ts'
import type { Inputs, Source } from '../sources/source.ts'

/** The workers, and what they may take. */
export interface Bench {
  pool: Pool
  limits: Limits
}

/** What is heard of a run. */
export interface RunEvents {
  onStart(): void
  onProgress(progress: Progress): void
  /** The GPU or a worker failed, and the work is done again. */
  onRetry(error: DarkroomError): void
}

/** Runs on other workers after a failure: the first may be chance, after the second only WASM is left. */
const ATTEMPTS = 3

/** What the header of a picture tells. `path` is the field that it comes from. */
export const factsOf = (
  source: Source,
  path: string,
  { pool, limits }: Bench,
  signal: AbortSignal,
  onRetry: RunEvents['onRetry'],
): Promise<SourceFacts> =>
  persistently(pool, onRetry, () =>
    pool.run(signal, (lease) =>
      withDeadline(lease, limits, () => lease.engine.facts(source, path)),
    ),
  )

/** Carries out a plan. A GPU or worker that is lost costs another run. */
export const runSteps = (
  inputs: Inputs,
  plan: LocalPlan,
  { pool, limits }: Bench,
  signal: AbortSignal,
  { onStart, onProgress, onRetry }: RunEvents,
): Promise<Outcome> =>
  persistently(pool, onRetry, () =>
    pool.run(signal, (lease) => {
      onStart()
      return runPlan(lease, inputs, plan, limits, onProgress)
    }),
  )

/** Tries again where not the picture but what computes was at fault. */
async function persistently<T>(
  pool: Pool,
  onRetry: RunEvents['onRetry'],
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
  plan: LocalPlan,
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
