import * as Comlink from 'comlink'
import type { Progress, RunResult } from '../contract/engine/api.ts'
import { DarkroomError, isDarkroomError } from '../contract/errors.ts'
import type { ImageInputs, ImageSource } from '../contract/image-source.ts'
import type { Limits } from '../contract/plan/limits.ts'
import type { ImageInfo, LocalPlan } from '../contract/plan/plan.ts'
import { isWorkerFailure, type WorkerLease, type WorkerPool } from './pool.ts'

/** The workers, and what they may take. */
export interface EngineContext {
  pool: WorkerPool
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
export const readMetadata = (
  source: ImageSource,
  path: string,
  { pool, limits }: EngineContext,
  signal: AbortSignal,
  onRetry: RunEvents['onRetry'],
): Promise<ImageInfo> =>
  withRetries(pool, onRetry, () =>
    pool.run(signal, (lease) =>
      withDeadline(lease, limits, () => lease.engine.metadata(source, path)),
    ),
  )

/** Carries out a plan. A GPU or worker that is lost costs another run. */
export const runPlan = (
  inputs: ImageInputs,
  plan: LocalPlan,
  { pool, limits }: EngineContext,
  signal: AbortSignal,
  { onStart, onProgress, onRetry }: RunEvents,
): Promise<RunResult> =>
  withRetries(pool, onRetry, () =>
    pool.run(signal, (lease) => {
      onStart()
      return runOnWorker(lease, inputs, plan, limits, onProgress)
    }),
  )

/** Tries again where not the picture but what computes was at fault. */
async function withRetries<T>(
  pool: WorkerPool,
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

async function runOnWorker(
  lease: WorkerLease,
  inputs: ImageInputs,
  plan: LocalPlan,
  limits: Limits,
  onProgress: (progress: Progress) => void,
): Promise<RunResult> {
  const deadline = startDeadline(lease, limits)
  const report = (progress: Progress) => {
    if (progress.operation !== 'decode' || progress.ratio === 1) deadline.stop()
    onProgress(progress)
  }
  try {
    return await lease.engine.run(lease.call, inputs, plan, Comlink.proxy(report))
  } catch (error) {
    // What WASM took it never gives back: later jobs would fail of it too.
    if (isDarkroomError(error) && error.code === 'OUT_OF_MEMORY') lease.terminate(error)
    throw error
  } finally {
    deadline.stop()
  }
}

async function withDeadline(
  lease: WorkerLease,
  limits: Limits,
  task: () => Promise<ImageInfo>,
): Promise<ImageInfo> {
  const deadline = startDeadline(lease, limits)
  try {
    return await task()
  } finally {
    deadline.stop()
  }
}

/** A decoder that hangs is ended with its worker. */
function startDeadline(lease: WorkerLease, { decodeSeconds }: Limits): { stop(): void } {
  const timer = setTimeout(() => {
    lease.terminate(
      new DarkroomError('TIMEOUT', `Expected url to be decoded within ${decodeSeconds} s`, {
        path: 'url',
      }),
    )
  }, decodeSeconds * 1000)
  return { stop: () => clearTimeout(timer) }
}
