import * as Comlink from 'comlink'
import { nextTask } from '../async/next-task.ts'
import { baseUrl } from '../shared/base-url.ts'
import { aborted, asDarkroomError, DarkroomError } from '../shared/errors.ts'
import { WaitingList } from '../shared/waiting-list.ts'
import type { EngineSettings } from '../shared/worker/api.ts'
import { registerErrorTransfer } from '../shared/worker/error-transfer.ts'
import { PooledWorker, type Task, type WorkerLease } from './pooled-worker.ts'
import { choose, compare, isOneThreadFaster, type Lane, type TaskDemand } from './schedule.ts'

/** How long a worker may be silent, unless a task says otherwise. */
const SILENCE_MS = 300_000

interface Waiting {
  demand: TaskDemand
  start(member: PooledWorker): void
  fail(error: DarkroomError): void
}

/** What a task asks of the pool, where it differs from any other: light, and alone in its worker. */
export type TaskOptions = Partial<TaskDemand> & { silenceMs?: number }

/** The workers. Dead ones are replaced when a task needs one. `schedule.ts` says which task goes where. */
export class WorkerPool {
  readonly #limits: { size: number; bytes: number }
  readonly #start: () => Worker
  #settings: EngineSettings
  #members: PooledWorker[] = []
  readonly #waiting = new WaitingList<Waiting>((a, b) => compare(a.demand, b.demand))
  readonly #replaced = new WeakSet<PooledWorker>()
  #calls = 0
  #comparesThreads = true
  #terminating = false
  #terminated = false

  /**
   * `settings` configure each worker that is started. `bytes`: the memory that light and urgent tasks may take beside
   * others.
   */
  constructor(
    size: number,
    settings: Omit<EngineSettings, 'base'>,
    start: () => Worker,
    bytes = Number.POSITIVE_INFINITY,
  ) {
    registerErrorTransfer(Comlink.transferHandlers)
    this.#limits = { size, bytes }
    this.#settings = { ...settings, base: baseUrl() }
    this.#start = start
  }

  /** Runs a task when its turn comes: by priority, then first come, first served. */
  run<T>(
    signal: AbortSignal,
    work: (lease: WorkerLease) => Promise<T>,
    { silenceMs = SILENCE_MS, ...options }: TaskOptions = {},
  ): Promise<T> {
    const demand = { ...anyTask, order: Date.now(), ...options }
    return this.#enqueue({ demand, signal, silenceMs, work })
  }

  /**
   * Uses WASM only from now on. Tasks on the GPU fail with DEVICE_LOST, to be retried; light ones end first.
   * @param gpuRuntime whether the runtime for the GPU was loaded.
   */
  giveUpGpu(gpuRuntime: boolean): void {
    if (this.#settings.provider === 'wasm') return
    this.#settings = { ...this.#settings, provider: 'wasm', gpuRuntime }
    for (const member of [...this.#members]) {
      if (member.lane === 'light') member.terminateWhenIdle()
      else member.terminate(new DarkroomError('DEVICE_LOST', 'The GPU was lost'))
    }
  }

  /** Workers that start from now on compute smaller tiles on the GPU. */
  askForGpuAgain(): void {
    this.#settings = { ...this.#settings, afterLoss: true }
  }

  /** Workers that start from now on know how slow the GPU may be. */
  notePaces(paces: Record<string, number>): void {
    const { paces: known = {} } = this.#settings
    const slower = Object.entries(paces).filter(([name, pace]) => pace > (known[name] ?? 0))
    this.#settings = { ...this.#settings, paces: { ...known, ...Object.fromEntries(slower) } }
  }

  /** Workers that start from now on use one thread. */
  #giveUpThreads(): void {
    this.#settings = { ...this.#settings, oneThread: true }
  }

  /** Finds once whether one thread is faster than several: a worker that has one computes the same tile as another. */
  async compareThreads(network: string): Promise<void> {
    if (!this.#comparesThreads || this.#settings.oneThread || this.#terminating) return
    this.#comparesThreads = false
    const { signal } = new AbortController()
    const demand = { ...anyTask, light: false, order: Date.now() }
    const timeTile = ({ engine }: WorkerLease) => engine.smallTileMs(network)
    const compareOn = async (lease: WorkerLease) => {
      const all = await timeTile(lease)
      const single = this.#grow('main', { ...this.#settings, oneThread: true })
      const task = { demand, signal, silenceMs: SILENCE_MS, work: timeTile }
      const timed = single.run(++this.#calls, task)
      // It gets no other task, and ends with this one.
      single.terminateWhenIdle()
      if (!isOneThreadFaster({ one: await timed, all })) return
      this.#giveUpThreads()
      for (const member of [...this.#members]) member.terminateWhenIdle()
    }
    await this.run(signal, compareOn, demand)
  }

  /** Terminates all workers, each after its tasks, and those that start from now on too. */
  terminateWhenIdle(): void {
    this.#terminating = true
    for (const member of [...this.#members]) member.terminateWhenIdle()
  }

  /** Terminates all workers now: nothing runs from now on. */
  terminate(): void {
    this.#terminated = true
    for (const member of [...this.#members]) member.terminate(aborted())
    for (const waiting of this.#waiting) {
      this.#waiting.remove(waiting)
      waiting.fail(aborted())
    }
  }

  #enqueue<T>(task: Task<T>): Promise<T> {
    const { demand, signal } = task
    return new Promise((resolve, reject) => {
      if (this.#terminated) return reject(aborted())
      const start = (member: PooledWorker) =>
        resolve(member.run(++this.#calls, task).finally(() => this.#dispatchLater()))
      this.#waiting.add({ demand, start, fail: reject }, signal).catch(reject)
      this.#dispatch()
    })
  }

  /** What follows a task comes in at once, and may go before what waits. */
  #dispatchLater(): void {
    void nextTask().then(() => this.#dispatch())
  }

  #dispatch(): void {
    for (const waiting of this.#waiting) {
      try {
        const place = choose(this.#members, waiting.demand, this.#limits)
        if (!place) continue
        const member = typeof place === 'string' ? this.#grow(place) : place
        this.#waiting.remove(waiting)
        waiting.start(member)
        if (this.#terminating) member.terminateWhenIdle()
      } catch (error) {
        this.#waiting.remove(waiting)
        waiting.fail(asDarkroomError(error, 'NETWORK'))
      }
    }
  }

  /** Starts a worker that loads networks, and then ends the one whose place it takes. */
  async #replace(old: PooledWorker, models: string[]): Promise<void> {
    if (this.#terminated || old.terminating || this.#replaced.has(old)) return
    this.#replaced.add(old)
    const demand = { ...anyTask, light: false, order: Date.now() }
    const { signal } = new AbortController()
    const work = ({ engine }: WorkerLease) =>
      engine.preload(
        models,
        Comlink.proxy(() => {}),
      )
    const next = this.#grow(old.lane)
    await next
      .run(++this.#calls, { demand, signal, silenceMs: SILENCE_MS, work })
      .catch(() => undefined)
    old.terminateWhenIdle()
    this.#dispatch()
  }

  #grow(lane: Lane, settings = this.#settings): PooledWorker {
    const member: PooledWorker = new PooledWorker(this.#start(), lane, settings, {
      onTerminated: () => {
        this.#members = this.#members.filter((each) => each !== member)
      },
      onWorn: (models) => void this.#replace(member, models).catch(() => undefined),
      onStuck: () => this.#giveUpThreads(),
    })
    this.#members.push(member)
    return member
  }
}

const anyTask = {
  light: true,
  priority: 'user-visible',
  needsCare: false,
  index: 0,
  bytes: 0,
  pausable: false,
} as const
