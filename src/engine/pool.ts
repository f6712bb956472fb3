import * as Comlink from 'comlink'
import { AwakeTimer } from '../async/awake-timer.ts'
import { aborted, asDarkroomError, DarkroomError, isDarkroomError } from '../contract/errors.ts'
import type { EngineApi, EngineSettings } from '../contract/worker/api.ts'
import { registerErrorTransfer } from '../contract/worker/error-transfer.ts'
import { isWorkerSign, type WorkerSign } from '../contract/worker/signs.ts'

/** How long a worker may take to notice an abort before it is terminated. */
const ABORT_GRACE_MS = 10_000

const workerFailures = new WeakSet<object>()
/** Whether a task failed because its worker died: another worker may succeed. */
export const isWorkerFailure = (error: object): boolean => workerFailures.has(error)

/** A worker may be silent for so long while it loads something: a codec comes without progress. */
const LOADING_MS = 300_000
/** The default for any other work. */
const SILENCE_MS = 300_000

interface PooledWorker {
  worker: Worker
  engine: Comlink.Remote<EngineApi>
  busy: boolean
  /** Whether it waits for scripts, codecs or models. */
  loading: boolean
  /** Whether it is replaced after its task. */
  retired: boolean
  /** Settles when its script runs and has its settings. */
  ready: Promise<void>
  /** Called when it gives a sign of life. */
  onSign(): void
  /** Rejects when the worker dies or is terminated. */
  terminated: Promise<never>
  terminate(error: DarkroomError): void
}

/** A worker that a task has for itself while it runs. */
export interface WorkerLease {
  engine: Comlink.Remote<EngineApi>
  /** The id by which `engine.abort` aborts this run. */
  call: number
  /** Whether the worker waits for scripts, codecs or models. */
  isLoading(): boolean
  /** Terminates the worker; the task fails with this error. */
  terminate(error: DarkroomError): void
}

/** A pool of workers with one task each. A dead worker is replaced when the next task needs one. */
export class WorkerPool {
  readonly #size: number
  readonly #start: () => Worker
  #settings: EngineSettings
  #members: PooledWorker[] = []
  #waiting: (() => void)[] = []
  #calls = 0
  #disposed = false

  /** `settings` configure each worker that is started. */
  constructor(size: number, settings: Omit<EngineSettings, 'base'>, start: () => Worker) {
    registerErrorTransfer(Comlink.transferHandlers)
    this.#size = size
    this.#settings = { ...settings, base: globalThis.document?.baseURI ?? location.href }
    this.#start = start
  }

  /**
   * Runs a task on a free worker, first come, first served. A worker that gives no sign of life for `silenceMs` of the
   * page's waking time is terminated.
   */
  async run<T>(
    signal: AbortSignal,
    task: (lease: WorkerLease) => Promise<T>,
    silenceMs = SILENCE_MS,
  ): Promise<T> {
    const member = await this.#acquire(signal)
    const call = ++this.#calls
    let grace: ReturnType<typeof setTimeout> | undefined
    const onAbort = () => {
      void member.engine.abort(call)
      grace = setTimeout(() => member.terminate(aborted()), ABORT_GRACE_MS)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    const watchdog = new AwakeTimer(LOADING_MS, () => member.terminate(silent(member)))
    member.onSign = () => watchdog.reset(member.loading ? LOADING_MS : silenceMs)
    const { engine, terminate } = member
    const work = async () => {
      await member.ready
      member.onSign()
      return task({ engine, call, terminate, isLoading: () => member.loading })
    }
    try {
      return await Promise.race([work(), member.terminated])
    } catch (error) {
      // Browsers remember a script that failed to load, and onnxruntime-web that it failed to start, for a worker's life.
      if (isDarkroomError(error) && error.code === 'NETWORK') member.terminate(error)
      throw error
    } finally {
      watchdog.stop()
      clearTimeout(grace)
      signal.removeEventListener('abort', onAbort)
      this.#release(member)
    }
  }

  /** Uses WASM only from now on. All workers are terminated, and their tasks fail with DEVICE_LOST, to be retried. */
  giveUpGpu(): void {
    if (this.#settings.provider === 'wasm') return
    this.#settings = { ...this.#settings, provider: 'wasm' }
    for (const member of this.#members)
      member.terminate(new DarkroomError('DEVICE_LOST', 'The GPU was lost'))
  }

  dispose(): void {
    this.#disposed = true
    for (const member of this.#members) member.terminate(aborted())
    for (const wake of this.#waiting.splice(0)) wake()
  }

  async #acquire(signal: AbortSignal): Promise<PooledWorker> {
    let woken = false
    for (;;) {
      if (signal.aborted || this.#disposed) {
        if (woken) this.#wakeNext() // pass the wake-up on
        throw aborted()
      }
      const free = this.#members.find(({ busy }) => !busy) ?? this.#grow()
      if (free) {
        free.busy = true
        return free
      }
      woken = await this.#turn(signal)
    }
  }

  /** Waits for a free worker. Resolves with false if the signal is aborted first. */
  #turn(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const wake = () => {
        signal.removeEventListener('abort', give)
        resolve(true)
      }
      const give = () => {
        this.#waiting = this.#waiting.filter((each) => each !== wake)
        resolve(false)
      }
      this.#waiting.push(wake)
      signal.addEventListener('abort', give, { once: true })
    })
  }

  #release(member: PooledWorker): void {
    member.busy = false
    member.onSign = () => {}
    if (member.retired) member.terminate(aborted())
    this.#wakeNext()
  }

  #wakeNext(): void {
    this.#waiting.shift()?.()
  }

  #startWorker(): Worker {
    try {
      return this.#start()
    } catch (error) {
      throw asDarkroomError(error, 'NETWORK')
    }
  }

  #grow(): PooledWorker | undefined {
    if (this.#members.length >= this.#size) return undefined
    const worker = this.#startWorker()
    const engine = Comlink.wrap<EngineApi>(worker)
    let reject!: (error: DarkroomError) => void
    const terminated = new Promise<never>((_, fail) => {
      reject = fail
    })
    terminated.catch(() => undefined)
    const terminate = (error: DarkroomError) => {
      worker.terminate()
      this.#members = this.#members.filter((member) => member.worker !== worker)
      reject(error)
    }
    worker.addEventListener('error', (event) => {
      const error = event.message
        ? new DarkroomError('INTERNAL', `The worker failed: ${event.message}`)
        : new DarkroomError('NETWORK', "The worker's script could not be loaded")
      workerFailures.add(error)
      terminate(error)
    })
    const ready = engine.configure(this.#settings)
    ready.catch(() => undefined)
    const member: PooledWorker = {
      worker,
      engine,
      busy: false,
      loading: true,
      retired: false,
      ready: ready.then(() => {
        member.loading = false
      }),
      onSign: () => {},
      terminated,
      terminate,
    }
    worker.addEventListener('message', ({ data }) => isWorkerSign(data) && onSign(member, data))
    this.#members.push(member)
    return member
  }
}

function onSign(member: PooledWorker, sign: WorkerSign): void {
  if (sign === 'loading') member.loading = true
  if (sign === 'loaded') member.loading = false
  if (sign === 'retire') member.retired = true
  member.onSign()
}

/** The error of a worker that gives no sign of life. */
function silent({ loading }: PooledWorker): DarkroomError {
  if (loading) return new DarkroomError('NETWORK', 'A script, codec or model did not arrive')
  const error = new DarkroomError('TIMEOUT', 'The worker did not answer any more')
  workerFailures.add(error)
  return error
}
