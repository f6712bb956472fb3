import * as Comlink from 'comlink'
import { AwakeTimer } from '../async/awake-timer.ts'
import { type Clock, systemClock } from '../async/clock.ts'
import { type RetryPolicy, retry } from '../async/retry.ts'
import type { Limits } from '../plan/limits.ts'
import type { LocalPlan } from '../plan/plan.ts'
import { DarkroomError, isDarkroomError } from '../shared/errors.ts'
import type { ImageInputs, ImageSource, OpenedImage } from '../shared/image-source.ts'
import type {
  EngineApi,
  FinishedSteps,
  Metadata,
  PlanDemand,
  Progress,
  RunProgress,
  RunResult,
  RunSettings,
  StorableSteps,
} from '../shared/worker/api.ts'
import { longestSilenceMs } from './longest-silence.ts'
import type { TaskOptions, WorkerPool } from './pool.ts'
import type { WorkerLease } from './pooled-worker.ts'
import type { Place } from './schedule.ts'
import { isDisplaced, isWorkerFailure } from './worker-failure.ts'

/** Events of any work on an image. */
export interface WorkEvents {
  /** By default that of a person's request that comes now. */
  readonly place?: Place
  /** The GPU, a worker or a download failed; the work is retried. */
  onRetry(error: DarkroomError): void
  /** Called around what a worker does with the image. */
  guard?<T>(work: () => Promise<T>): Promise<T>
}

/** Events of a run. */
export interface RunEvents extends WorkEvents {
  /** How the plan is carried out. */
  readonly settings?: RunSettings
  /** What the plan asks of the workers, where that is known. */
  readonly demand?: PlanDemand | undefined
  /** Takes results of steps to be stored, as `settings.storeFromMs` asks for. */
  onStorable?(steps: StorableSteps): void
  onStart(): void
  onProgress(progress: RunProgress): void
}

/** What follows a failure of the GPU: smaller tiles on another device, after the first loss of one, or WASM. */
export const afterFailure = (gpu: { lost: boolean; before: boolean }): 'smaller' | 'wasm' =>
  gpu.lost && !gpu.before ? 'smaller' : 'wasm'

/** What a worker did, or why it could not. */
type Outcome<T> = { value: T } | { error: unknown }

const failsWith = (test: (error: DarkroomError) => boolean) => (outcome: Outcome<unknown>) =>
  'error' in outcome && isDarkroomError(outcome.error) && test(outcome.error)

/** Errors that the image causes are not retried. */
const policies: RetryPolicy<Outcome<unknown>>[] = [
  // A script, a codec, the runtime or a model was not loaded.
  { when: failsWith(({ code }) => code === 'NETWORK'), delays: [500, 1_500, 4_000] },
  // A first failure may be chance; after the second only WASM is used. After another GPU was lost, a third attempt is on WASM.
  {
    when: failsWith((error) => error.code === 'DEVICE_LOST' || isWorkerFailure(error)),
    delays: [0, 0],
  },
]

/** A method of a worker that is called as it is, with a signal after its parameters. */
type HandedOn<N extends keyof EngineApi> = (
  ...args: Parameters<EngineApi[N]> | [...Parameters<EngineApi[N]>, AbortSignal | undefined]
) => Promise<Awaited<ReturnType<EngineApi[N]>>>

/** By tag: a signal of an iframe is no instance of this realm's class. */
const isSignal = (arg: unknown): arg is AbortSignal =>
  Object.prototype.toString.call(arg) === '[object AbortSignal]'

/** As long as a page waits for a frame that draws one. */
const SVG_SECONDS = 5

/** Calls for the sessions of a worker of the main lane. */
const WITH_MODELS: TaskOptions = { light: false }

/** The page's client of the workers. All retries and deadlines of their work are here. */
export class EngineClient {
  readonly #pool: WorkerPool
  readonly #decodeSeconds: number
  readonly #clock: Clock
  readonly #silenceMs: number
  /** Networks that failed on the GPU, in whichever worker. */
  readonly #failedOnGpu = new Set<string>()
  /** Losses of a GPU after which another one is asked for. */
  readonly #another = new WeakSet<DarkroomError>()

  readonly longestPrefix = this.#handsOn('longestPrefix')
  readonly toPng = this.#handsOn('toPng')
  readonly requirements = this.#handsOn('requirements')
  readonly preload = this.#handsOn('preload', WITH_MODELS)
  readonly check = this.#handsOn('check', WITH_MODELS)
  readonly info = this.#handsOn('info', WITH_MODELS)
  readonly loadedFiles = this.#handsOn('loadedFiles', WITH_MODELS)

  /** `silenceMs`: how long a worker may be silent, for a small image. */
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
    return this.#withRetries(signal, events, { ...events.place }, async (lease) => {
      const deadline = this.#startDecodeDeadline(() => lease.isLoading(), lease)
      try {
        return await lease.engine.metadata(source, path)
      } finally {
        deadline.stop()
      }
    })
  }

  /** Counts an SVG, or has the renderer of the application draw it. @throws DarkroomError TIMEOUT after some seconds. */
  svg<T>(signal: AbortSignal, task: (engine: WorkerLease['engine']) => Promise<T>): Promise<T> {
    return this.#withRetries(signal, { onRetry: () => {} }, {}, async (lease) => {
      const deadline = this.#startDecodeDeadline(() => lease.isLoading(), lease, SVG_SECONDS)
      try {
        return await task(lease.engine)
      } catch (error) {
        // A renderer that ran out of memory draws nothing more.
        lease.terminateWhenIdle()
        throw error
      } finally {
        deadline.stop()
      }
    })
  }

  /** Runs a plan. A lost GPU or worker, or a failed download, costs another attempt. */
  async run(
    inputs: ImageInputs,
    plan: LocalPlan,
    signal: AbortSignal,
    events: RunEvents,
  ): Promise<RunResult> {
    const { place } = events
    // Its page ended again and again, and a driver may have been the cause.
    if (place?.needsCare) this.#pool.giveUpGpu(false)
    const { light, bytes } =
      events.demand ?? (await this.demand(inputs.source, plan, signal, events))
    const silenceMs = this.#silenceMs + longestSilenceMs(plan)
    const { tiles = 'usual' } = events.settings ?? {}
    const options = { ...place, light, bytes: bytes[tiles], silenceMs, pausable: true }
    let finished: FinishedSteps | undefined
    return this.#withRetries(signal, events, options, async (lease) => {
      const settings = { ...events.settings, ...(finished && { finished }) }
      try {
        const result = await this.#runIn(lease, inputs, plan, { ...events, settings })
        this.#noteFailed(result.observed?.gpuFailed)
        if (result.worn) lease.replace(result.worn)
        if (result.paces) this.#pool.notePaces(result.paces)
        if (result.tryOneThread) this.#compareThreads(result.tryOneThread)
        return result
      } catch (error) {
        if (isDarkroomError(error) && error.code === 'DEVICE_LOST')
          finished = await lease.engine.finished(inputs, plan).catch(() => undefined)
        throw error
      }
    })
  }

  /** A worker gives the GPU up at its second network; what each of two workers meets is known here only. */
  #noteFailed(network: string | undefined): void {
    if (network && this.#failedOnGpu.add(network).size > 1) this.#pool.giveUpGpu(true)
  }

  /** The job has ended, and nothing depends on it: where it fails, threads stay. */
  #compareThreads(network: string): void {
    this.#pool.compareThreads(network).catch(() => undefined)
  }

  /** What a plan asks of the workers. */
  demand(
    { image }: OpenedImage,
    plan: LocalPlan,
    signal: AbortSignal,
    { onRetry, place }: WorkEvents,
  ): Promise<PlanDemand> {
    const bytes = image instanceof Blob ? image.size : 0
    return this.#withRetries(signal, { onRetry }, { ...place }, ({ engine }) =>
      engine.demand(plan, bytes),
    )
  }

  async #runIn(lease: WorkerLease, inputs: ImageInputs, plan: LocalPlan, events: RunEvents) {
    let decoding = false
    // Before it decodes, it may wait for a run that shares its worker.
    const isWaiting = () => lease.isLoading() || (lease.isShared() && !decoding)
    const deadline = this.#startDecodeDeadline(isWaiting, lease)
    const report = (progress: Progress) => {
      lease.onProgress()
      decoding = progress.operation === 'decode' && progress.ratio < 1
      if (!decoding) deadline.stop()
      events.onProgress(progress)
    }
    const settings = {
      ...events.settings,
      ...(events.place && { priority: events.place.priority }),
    }
    events.onStart()
    try {
      const onStorable = events.onStorable && Comlink.proxy(events.onStorable)
      return await lease.engine.run(
        lease.call,
        inputs,
        plan,
        settings,
        Comlink.proxy(report),
        onStorable,
      )
    } catch (error) {
      // WASM never gives memory back: later jobs would fail in that worker too.
      if (isDarkroomError(error) && error.code === 'OUT_OF_MEMORY') lease.terminateWhenIdle()
      throw error
    } finally {
      deadline.stop()
    }
  }

  /** Terminates the workers, each after its tasks, and those that start from now on too. */
  terminateWhenIdle(): void {
    this.#pool.terminateWhenIdle()
  }

  terminate(): void {
    this.#pool.terminate()
  }

  /** Hands a call on. No record tells of it: its retries are silent. */
  #handsOn<N extends keyof EngineApi>(name: N, options: TaskOptions = {}): HandedOn<N> {
    const method = (...args: unknown[]) => {
      const signal = args.find(isSignal) ?? new AbortController().signal
      const sent = args
        .filter((arg) => arg !== signal)
        .map((arg) => (typeof arg === 'function' ? Comlink.proxy(arg) : arg))
      return this.#withRetries(signal, { onRetry: () => {} }, options, ({ engine }) =>
        (engine[name] as (...sent: unknown[]) => Promise<unknown>)(...sent),
      )
    }
    return method as HandedOn<N>
  }

  /** Retries after a lost GPU, a dead worker or a failed download. */
  async #withRetries<T>(
    signal: AbortSignal,
    { onRetry, guard = (work) => work() }: WorkEvents,
    options: TaskOptions,
    task: (lease: WorkerLease) => Promise<T>,
  ): Promise<T> {
    const given = { silenceMs: this.#silenceMs, ...options }
    const attempt = (): Promise<Outcome<T>> =>
      this.#pool
        .run(signal, (lease) => guard(() => this.#watchGpu(lease, task)), given)
        .then(
          (value) => ({ value }),
          (error) => (isDisplaced(error) ? attempt() : { error }),
        )
    const onFailure = (outcome: Outcome<unknown>, count: number) => {
      const { error } = outcome as { error: DarkroomError }
      onRetry(error)
      // A worker that says nothing any more may wait for a GPU that does not answer.
      const gpuFailed = error.code === 'DEVICE_LOST' || error.code === 'TIMEOUT'
      if ((gpuFailed && !this.#another.has(error)) || (count > 1 && error.code !== 'NETWORK'))
        this.#pool.giveUpGpu(error.code === 'DEVICE_LOST')
    }
    const outcome = await retry<Outcome<T>>(
      policies,
      { clock: this.#clock, signal, onRetry: onFailure },
      attempt,
    )
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }

  /** After the first loss of a device the next worker asks for another one. */
  async #watchGpu<T>(lease: WorkerLease, task: (lease: WorkerLease) => Promise<T>): Promise<T> {
    try {
      return await task(lease)
    } catch (error) {
      if (isDarkroomError(error) && error.code === 'DEVICE_LOST') {
        const lost = await lease.engine.isGpuLost().catch(() => false)
        if (afterFailure({ lost, before: lease.afterLoss }) === 'smaller') {
          this.#another.add(error)
          this.#pool.askForGpuAgain()
          lease.terminateWhenIdle()
        }
      }
      throw error
    }
  }

  /** Terminates the worker of a decoder that hangs. Neither sleep nor the download of the decoder counts. */
  #startDecodeDeadline(
    isWaiting: () => boolean,
    lease: WorkerLease,
    seconds = this.#decodeSeconds,
  ): AwakeTimer {
    const onEnd = () => {
      const message = `Expected url to be decoded within ${seconds} s`
      lease.terminate(new DarkroomError('TIMEOUT', message, { path: 'url' }))
    }
    return new AwakeTimer(seconds * 1000, onEnd, isWaiting)
  }
}
