import * as Comlink from 'comlink'
import { AwakeTimer } from '../async/awake-timer.ts'
import { type Clock, systemClock } from '../async/clock.ts'
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
  RunSettings,
} from '../contract/worker/api.ts'
import { longestSilenceMs } from './longest-silence.ts'
import { isWorkerFailure, type WorkerLease, type WorkerPool } from './pool.ts'

/** Events of any work on an image. */
export interface WorkEvents {
  /** The GPU, a worker or a download failed; the work is retried. */
  onRetry(error: DarkroomError): void
  /** Called around what a worker does with the image. */
  guard?<T>(work: () => Promise<T>): Promise<T>
}

/** Events of a run. */
export interface RunEvents extends WorkEvents {
  /** How the plan is carried out. */
  readonly settings?: RunSettings
  onStart(): void
  onProgress(progress: Progress): void
}

/** Attempts in total. A first failure may be chance; after the second only WASM is used. */
const ATTEMPTS = 3
/** Pauses before each further attempt to load a script, a codec, the runtime or a model. */
const LOAD_DELAYS_MS = [500, 1_500, 4_000]

/** The page's client of the workers. All retries and deadlines of their work are here. */
export class EngineClient {
  readonly #pool: WorkerPool
  readonly #decodeSeconds: number
  readonly #clock: Clock
  readonly #silenceMs: number

  /** `silenceMs`: how long a worker may give no sign of life, for a small image. */
  constructor(
    pool: WorkerPool,
    { decodeSeconds }: Pick<Limits, 'decodeSeconds'>,
    { clock = systemClock, silenceMs = 300_000 }: { clock?: Clock; silenceMs?: number } = {},
  ) {
    this.#pool = pool
    this.#decodeSeconds = decodeSeconds
    this.#clock = clock
    this.#silenceMs = silenceMs
  }

  /**
   * Reads the header of an image. `path` is the field of the request that errors name.
   * @throws DarkroomError UNIDENTIFIED_IMAGE, or TIMEOUT after the seconds that `limits` allow.
   */
  metadata(
    source: ImageSource,
    path: string,
    signal: AbortSignal,
    events: WorkEvents,
  ): Promise<Metadata> {
    return this.#withRetries(signal, events, async (lease) => {
      const deadline = this.#startDecodeDeadline(lease)
      try {
        return await lease.engine.metadata(source, path)
      } finally {
        deadline.stop()
      }
    })
  }

  /** Runs a plan. A lost GPU or worker, or a failed download, costs another attempt. */
  run(
    inputs: ImageInputs,
    plan: LocalPlan,
    signal: AbortSignal,
    events: RunEvents,
  ): Promise<RunResult> {
    return this.#withRetries(
      signal,
      events,
      async (lease) => {
        events.onStart()
        const deadline = this.#startDecodeDeadline(lease)
        const report = (progress: Progress) => {
          if (progress.operation !== 'decode' || progress.ratio === 1) deadline.stop()
          events.onProgress(progress)
        }
        const settings = events.settings ?? {}
        try {
          return await lease.engine.run(lease.call, inputs, plan, settings, Comlink.proxy(report))
        } catch (error) {
          // WASM never gives memory back: later jobs would fail in that worker too.
          if (isDarkroomError(error) && error.code === 'OUT_OF_MEMORY') lease.terminate(error)
          throw error
        } finally {
          deadline.stop()
        }
      },
      this.#silenceMs + longestSilenceMs(plan),
    )
  }

  /** Decoded pixels as a lossless PNG. */
  toPng(source: ImageSource, signal: AbortSignal): Promise<Blob> {
    return this.#call(signal, ({ engine }) => engine.toPng(source))
  }

  /** What carrying out a plan may take: models, and bytes of memory. */
  requirements(plan: Plan, inputs: Partial<ImageInputs>, signal = never()): Promise<Requirements> {
    return this.#call(signal, ({ engine }) => engine.requirements(plan, inputs))
  }

  /** Downloads models and creates their sessions. */
  preload(
    names: string[],
    onDownload: (download: ModelDownload) => void,
    signal = never(),
  ): Promise<void> {
    return this.#call(signal, ({ engine }) => engine.preload(names, Comlink.proxy(onDownload)))
  }

  check(onDownload: (download: ModelDownload) => void, signal = never()): Promise<ModelCheck[]> {
    return this.#call(signal, ({ engine }) => engine.check(Comlink.proxy(onDownload)))
  }

  info(): Promise<EngineInfo> {
    return this.#call(never(), ({ engine }) => engine.info())
  }

  dispose(): void {
    this.#pool.dispose()
  }

  /** A call that no record tells of: its retries are silent. */
  #call<T>(signal: AbortSignal, task: (lease: WorkerLease) => Promise<T>): Promise<T> {
    return this.#withRetries(signal, { onRetry: () => {} }, task)
  }

  /** Retries after a lost GPU, a dead worker or a failed download; errors that the image causes are not retried. */
  async #withRetries<T>(
    signal: AbortSignal,
    { onRetry, guard = (work) => work() }: WorkEvents,
    task: (lease: WorkerLease) => Promise<T>,
    silenceMs = this.#silenceMs,
  ): Promise<T> {
    const loadDelays = [...LOAD_DELAYS_MS]
    for (let failures = 0; ; ) {
      try {
        return await this.#pool.run(signal, (lease) => guard(() => task(lease)), silenceMs)
      } catch (error) {
        if (!isDarkroomError(error)) throw error
        if (error.code === 'NETWORK') {
          const delay = loadDelays.shift()
          if (delay === undefined) throw error
          onRetry(error)
          await this.#clock.sleep(delay, signal)
          continue
        }
        // A worker that says nothing any more may wait for a GPU that does not answer.
        const gpuLost = error.code === 'DEVICE_LOST' || error.code === 'TIMEOUT'
        if (!(error.code === 'DEVICE_LOST' || isWorkerFailure(error)) || ++failures === ATTEMPTS)
          throw error
        onRetry(error)
        if (gpuLost || failures > 1) this.#pool.giveUpGpu()
      }
    }
  }

  /** Terminates the worker of a decoder that hangs. Neither sleep nor the download of the decoder counts. */
  #startDecodeDeadline(lease: WorkerLease): AwakeTimer {
    const onEnd = () => {
      const message = `Expected url to be decoded within ${this.#decodeSeconds} s`
      lease.terminate(new DarkroomError('TIMEOUT', message, { path: 'url' }))
    }
    return new AwakeTimer(this.#decodeSeconds * 1000, onEnd, () => lease.isLoading())
  }
}

const never = () => new AbortController().signal
