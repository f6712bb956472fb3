import * as Comlink from 'comlink'
import { DarkroomError, isDarkroomError } from '../contract/errors.ts'
import type { ImageInputs, ImageSource } from '../contract/image-source.ts'
import type { Limits } from '../contract/plan/limits.ts'
import type { LocalPlan, Plan } from '../contract/plan/plan.ts'
import type {
  EngineInfo,
  Metadata,
  ModelCheck,
  ModelDownload,
  Progress,
  Requirements,
  RunResult,
} from '../contract/worker/api.ts'
import { isWorkerFailure, type WorkerLease, type WorkerPool } from './pool.ts'

/** Events of a run. */
export interface RunEvents {
  onStart(): void
  onProgress(progress: Progress): void
  /** The GPU or a worker failed; the work is retried. */
  onRetry(error: DarkroomError): void
}

/** Attempts in total. A first failure may be chance; after the second only WASM is used. */
const ATTEMPTS = 3

/** The page's client of the workers. All retries and deadlines of their work are here. */
export class EngineClient {
  readonly #pool: WorkerPool
  readonly #decodeSeconds: number

  constructor(pool: WorkerPool, { decodeSeconds }: Pick<Limits, 'decodeSeconds'>) {
    this.#pool = pool
    this.#decodeSeconds = decodeSeconds
  }

  /**
   * Reads the header of an image. `path` is the field of the request that errors name.
   * @throws DarkroomError UNIDENTIFIED_IMAGE, or TIMEOUT after the seconds that `limits` allow.
   */
  metadata(
    source: ImageSource,
    path: string,
    signal: AbortSignal,
    onRetry: RunEvents['onRetry'],
  ): Promise<Metadata> {
    return this.#withRetries(signal, onRetry, async (lease) => {
      const deadline = this.#startDecodeDeadline(lease)
      try {
        return await lease.engine.metadata(source, path)
      } finally {
        deadline.stop()
      }
    })
  }

  /** Runs a plan. A lost GPU or worker costs another attempt. */
  run(
    inputs: ImageInputs,
    plan: LocalPlan,
    signal: AbortSignal,
    { onStart, onProgress, onRetry }: RunEvents,
  ): Promise<RunResult> {
    return this.#withRetries(signal, onRetry, async (lease) => {
      onStart()
      const deadline = this.#startDecodeDeadline(lease)
      const report = (progress: Progress) => {
        if (progress.operation !== 'decode' || progress.ratio === 1) deadline.stop()
        onProgress(progress)
      }
      try {
        return await lease.engine.run(lease.call, inputs, plan, Comlink.proxy(report))
      } catch (error) {
        // WASM never gives memory back: later jobs would fail in that worker too.
        if (isDarkroomError(error) && error.code === 'OUT_OF_MEMORY') lease.terminate(error)
        throw error
      } finally {
        deadline.stop()
      }
    })
  }

  /** Decoded pixels as a lossless PNG. */
  toPng(source: ImageSource, signal: AbortSignal): Promise<Blob> {
    return this.#pool.run(signal, ({ engine }) => engine.toPng(source))
  }

  /** What carrying out a plan may take: models, and bytes of memory. */
  requirements(plan: Plan, inputs: Partial<ImageInputs>, signal = never()): Promise<Requirements> {
    return this.#pool.run(signal, ({ engine }) => engine.requirements(plan, inputs))
  }

  /** Downloads models and creates their sessions. */
  preload(
    names: string[],
    onDownload: (download: ModelDownload) => void,
    signal = never(),
  ): Promise<void> {
    return this.#pool.run(signal, ({ engine }) => engine.preload(names, Comlink.proxy(onDownload)))
  }

  check(onDownload: (download: ModelDownload) => void, signal = never()): Promise<ModelCheck[]> {
    return this.#pool.run(signal, ({ engine }) => engine.check(Comlink.proxy(onDownload)))
  }

  info(): Promise<EngineInfo> {
    return this.#pool.run(never(), ({ engine }) => engine.info())
  }

  dispose(): void {
    this.#pool.dispose()
  }

  /** Retries after a lost GPU or a dead worker; errors that the image causes are not retried. */
  async #withRetries<T>(
    signal: AbortSignal,
    onRetry: RunEvents['onRetry'],
    task: (lease: WorkerLease) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#pool.run(signal, task)
      } catch (error) {
        if (!isDarkroomError(error) || attempt === ATTEMPTS) throw error
        const gpuLost = error.code === 'DEVICE_LOST'
        if (!gpuLost && !isWorkerFailure(error)) throw error
        onRetry(error)
        if (gpuLost || attempt > 1) this.#pool.giveUpGpu()
      }
    }
  }

  /** Terminates the worker of a decoder that hangs. */
  #startDecodeDeadline(lease: WorkerLease): { stop(): void } {
    const timer = setTimeout(() => {
      const message = `Expected url to be decoded within ${this.#decodeSeconds} s`
      lease.terminate(new DarkroomError('TIMEOUT', message, { path: 'url' }))
    }, this.#decodeSeconds * 1000)
    return { stop: () => clearTimeout(timer) }
  }
}

const never = () => new AbortController().signal
