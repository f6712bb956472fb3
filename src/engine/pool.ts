import * as Comlink from 'comlink'
import { aborted, DarkroomError } from '../contract/errors.ts'
import type { EngineApi, EngineSettings } from '../contract/worker/api.ts'
import { registerErrorTransfer } from '../contract/worker/error-transfer.ts'

/** How long a worker may take to notice an abort before it is terminated. */
const ABORT_GRACE_MS = 10_000

const workerFailures = new WeakSet<object>()
/** Whether a task failed because its worker died: another worker may succeed. */
export const isWorkerFailure = (error: object): boolean => workerFailures.has(error)

interface PooledWorker {
  worker: Worker
  engine: Comlink.Remote<EngineApi>
  busy: boolean
  /** Rejects when the worker dies or is terminated. */
  terminated: Promise<never>
  terminate(error: DarkroomError): void
}

/** A worker that a task has for itself while it runs. */
export interface WorkerLease {
  engine: Comlink.Remote<EngineApi>
  /** The id by which `engine.abort` aborts this run. */
  call: number
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

  /** Runs a task on a free worker, first come, first served. */
  async run<T>(signal: AbortSignal, task: (lease: WorkerLease) => Promise<T>): Promise<T> {
    const member = await this.#acquire(signal)
    const call = ++this.#calls
    let grace: ReturnType<typeof setTimeout> | undefined
    const onAbort = () => {
      void member.engine.abort(call)
      grace = setTimeout(() => member.terminate(aborted()), ABORT_GRACE_MS)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await Promise.race([
        task({ engine: member.engine, call, terminate: member.terminate }),
        member.terminated,
      ])
    } finally {
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
    this.#wakeNext()
  }

  #wakeNext(): void {
    this.#waiting.shift()?.()
  }

  #grow(): PooledWorker | undefined {
    if (this.#members.length >= this.#size) return undefined
    const worker = this.#start()
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
    const member: PooledWorker = { worker, engine, busy: false, terminated, terminate }
    this.#members.push(member)
    void engine.configure(this.#settings)
    return member
  }
}
