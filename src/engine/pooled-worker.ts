import * as Comlink from 'comlink'
import { AwakeTimer } from '../async/awake-timer.ts'
import { build } from '../shared/build.ts'
import { aborted, DarkroomError, isNetworkError } from '../shared/errors.ts'
import { loadFailure } from '../shared/load-failure.ts'
import type { EngineApi, EngineSettings } from '../shared/worker/api.ts'
import { type Heartbeat, isHeartbeat } from '../shared/worker/heartbeat.ts'
import type { Lane, TaskDemand } from './schedule.ts'
import { scriptOf } from './start-worker.ts'
import { displaced, ended, otherBuild, silent, workerFailure } from './worker-failure.ts'

/** How long a worker may take to notice an abort before it is terminated. */
const ABORT_GRACE_MS = 10_000
/** A worker may be silent for so long while it loads something: a codec comes without progress. */
const LOADING_MS = 300_000
/** How long a worker may be silent while its runtime starts with threads. */
const START_MS = 15_000

/** What a task may do with the worker that it runs in. */
export interface WorkerLease {
  engine: Comlink.Remote<EngineApi>
  /** The id by which `engine.abort` aborts this run. */
  call: number
  /** Whether an earlier worker lost its GPU when this one started. */
  afterLoss: boolean
  /** Whether the worker waits for scripts, codecs or models. */
  isLoading(): boolean
  /** Whether another task runs in the worker: one of them is paused. */
  isShared(): boolean
  /** Has to be called when the worker tells of progress: this task works then, and the others are paused. */
  onProgress(): void
  /** Terminates the worker; the task fails with this error. */
  terminate(error: DarkroomError): void
  /** Terminates the worker after its tasks. */
  terminateWhenIdle(): void
  /** The same, once another worker has loaded these networks. */
  replace(models: string[]): void
}

/** Work for a worker. */
export interface Task<T> {
  demand: TaskDemand
  signal: AbortSignal
  /** A worker without a heartbeat for so long, in time that the page is awake, is terminated. */
  silenceMs: number
  work(lease: WorkerLease): Promise<T>
}

interface Running {
  demand: TaskDemand
  silenceMs: number
  fail(error: DarkroomError): void
}

interface WorkerEvents {
  onTerminated(): void
  /** Another worker is to take its place, with these networks. */
  onWorn(models: string[]): void
  /** The runtime does not start with threads. */
  onStuck(): void
}

/** A worker and the tasks that run in it: one, and less urgent ones that are paused for it. */
export class PooledWorker {
  readonly lane: Lane
  readonly #worker: Worker
  readonly #afterLoss: boolean
  readonly #engine: Comlink.Remote<EngineApi>
  readonly #running = new Set<Running>()
  /** The task that made progress last. */
  #working: Running | undefined
  readonly #events: WorkerEvents
  /** Resolves when its script runs and has its settings. */
  readonly #ready: Promise<void>
  /** Aborted when this page ends the worker itself. */
  readonly #life = new AbortController()
  #watchdog: AwakeTimer | undefined
  /** Runs while the runtime starts. */
  #start: AwakeTimer | undefined
  #loading = true
  #terminating = false
  #terminated = false

  constructor(worker: Worker, lane: Lane, settings: EngineSettings, events: WorkerEvents) {
    this.lane = lane
    this.#worker = worker
    this.#afterLoss = settings.afterLoss ?? false
    this.#engine = Comlink.wrap<EngineApi>(worker)
    this.#events = events
    worker.addEventListener('error', (event) => this.#onError(event))
    worker.addEventListener('message', ({ data }) => isHeartbeat(data) && this.#onHeartbeat(data))
    const life = `darkroom-worker ${crypto.getRandomValues(new Uint32Array(4)).join()}`
    const configured = this.#engine.configure({ ...settings, life }).then((received) => {
      if (received !== build) this.terminate(otherBuild(received, scriptOf(worker)))
      this.#loading = false
      this.#watchLife(life).catch(() => undefined)
    })
    configured.catch(() => undefined)
    this.#ready = configured
  }

  /** Whoever gets the worker's lock outlives it. Where its origin has no locks, or others than the page, it holds none. */
  async #watchLife(name: string): Promise<void> {
    const { locks } = globalThis.navigator ?? {}
    const { held = [] } = (await locks?.query()) ?? {}
    if (!held.some((lock) => lock.name === name)) return
    await locks?.request(name, { signal: this.#life.signal }, () => this.#fail(ended()))
  }

  /** Whether it gets no further tasks, and is terminated after those it has. */
  get terminating(): boolean {
    return this.#terminating
  }

  get demands(): TaskDemand[] {
    return [...this.#running].map(({ demand }) => demand)
  }

  /** `call` identifies the task for `engine.abort`. */
  async run<T>(call: number, { demand, signal, silenceMs, work }: Task<T>): Promise<T> {
    let fail!: Running['fail']
    const failed = new Promise<never>((_, reject) => {
      fail = reject
    })
    failed.catch(() => undefined)
    const own: Running = { demand, silenceMs, fail }
    this.#running.add(own)
    this.#watchdog ??= new AwakeTimer(LOADING_MS, () => this.#fail(silent(this.#loading)))
    const stopAborting = this.#abortWith(signal, call, own)
    const begin = async () => {
      await this.#ready
      // An abort comes before the run that it is to end: the worker would not know it.
      if (signal.aborted) throw aborted()
      this.#resetWatchdog()
      return work(this.#leaseOf(call, own))
    }
    try {
      return await Promise.race([begin(), failed])
    } catch (error) {
      if (isNetworkError(error)) this.#terminateWhenOnline()
      throw error
    } finally {
      stopAborting()
      this.#running.delete(own)
      this.#resetWatchdog()
      if (this.#terminating) this.terminateWhenIdle()
    }
  }

  /**
   * Browsers remember a script that failed to load, and onnxruntime-web that it failed to start, for a worker's life. Offline
   * no other worker might start, and this one still does what needs nothing more.
   */
  #terminateWhenOnline(): void {
    if (globalThis.navigator?.onLine !== false) this.#terminating = true
    else addEventListener('online', () => this.terminateWhenIdle(), { signal: this.#life.signal })
  }

  /** Gets no further tasks; ends with the last one it has. */
  terminateWhenIdle(): void {
    this.#terminating = true
    if (this.#running.size === 0) this.terminate(aborted())
  }

  /** All tasks fail with this error; if it is the error of one of them, the others are to be run again. */
  terminate(error: DarkroomError, owner?: Running): void {
    if (this.#terminated) return
    this.#terminated = true
    this.#terminating = true
    this.#life.abort()
    this.#worker.terminate()
    this.#start?.stop()
    this.#events.onTerminated()
    for (const task of this.#running) task.fail(!owner || owner === task ? error : displaced())
  }

  #leaseOf(call: number, own: Running): WorkerLease {
    return {
      engine: this.#engine,
      call,
      afterLoss: this.#afterLoss,
      isLoading: () => this.#loading,
      isShared: () => this.#running.size > 1,
      onProgress: () => {
        this.#working = own
      },
      terminate: (error) => this.terminate(error, own),
      terminateWhenIdle: () => this.terminateWhenIdle(),
      replace: (models) => this.#events.onWorn(models),
    }
  }

  /** Ends the worker, which failed for the task that works: those that are paused for it are run again. */
  #fail(error: DarkroomError): void {
    const isRunning = this.#working && this.#running.has(this.#working)
    this.terminate(error, isRunning ? this.#working : undefined)
  }

  /** Passes an abort on. A worker that does not notice is terminated, unless it does another task meanwhile. */
  #abortWith(signal: AbortSignal, call: number, own: Running): () => void {
    let grace: ReturnType<typeof setInterval> | undefined
    const terminate = () => this.#running.size === 1 && this.terminate(aborted(), own)
    const onAbort = () => {
      void this.#engine.abort(call)
      grace = setInterval(terminate, ABORT_GRACE_MS)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    return () => {
      clearInterval(grace)
      signal.removeEventListener('abort', onAbort)
    }
  }

  /** The task that may be silent the longest decides: which of them works is only known after its next progress. */
  #resetWatchdog(): void {
    if (this.#running.size > 0) {
      const silenceMs = Math.max(...[...this.#running].map((task) => task.silenceMs))
      this.#watchdog?.reset(this.#loading ? LOADING_MS : silenceMs)
    } else {
      this.#watchdog?.stop()
      this.#watchdog = undefined
    }
  }

  #onHeartbeat(heartbeat: Heartbeat): void {
    if (heartbeat === 'loading') this.#loading = true
    if (heartbeat === 'loaded') this.#loading = false
    if (heartbeat === 'terminate') this.terminateWhenIdle()
    this.#watchStart(heartbeat)
    this.#resetWatchdog()
  }

  /** A runtime with threads may block its worker for ever while it starts. */
  #watchStart(heartbeat: Heartbeat): void {
    const onEnd = () => {
      this.#events.onStuck()
      this.#fail(new DarkroomError('NETWORK', 'The runtime did not start with threads'))
    }
    if (heartbeat === 'starting') this.#start = new AwakeTimer(START_MS, onEnd)
    else if (heartbeat === 'stuck') onEnd()
    else if (heartbeat === 'started') this.#start?.stop()
    else this.#start?.reset(START_MS)
  }

  #onError({ message }: ErrorEvent): void {
    const fail = (error: DarkroomError) => this.#fail(workerFailure(error))
    if (message) fail(new DarkroomError('INTERNAL', `The worker failed: ${message}`))
    else void loadFailure(scriptOf(this.#worker) ?? "The worker's script", 'script').then(fail)
  }
}
