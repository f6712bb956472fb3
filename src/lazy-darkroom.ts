import { fieldsOf, ListenerList } from './async/listener-list.ts'
import type { Darkroom } from './darkroom.ts'
import type { Environment, JobContext } from './jobs/context.ts'
import { Emitter } from './jobs/events.ts'
import type { Jobs } from './jobs.ts'
import type { DarkroomOptions } from './options.ts'
import { checkRemote } from './remote/check-remote.ts'
import type { ProcessingRequest } from './request/schema.ts'
import { asDarkroomError } from './shared/errors.ts'
import { snapshotInputs, unlessRefused } from './sources/snapshot-inputs.ts'

/** Resolves with the files that the application's bundler has found. */
type LoadBundled = () => Promise<Pick<Environment, 'startWorker' | 'svgFrame'>>

/** Methods that take a request with images, and the others. */
type Submitting = 'run' | 'processResult' | 'process' | 'plan' | 'preload'
type Converting = 'toFile' | 'toBitmap'
type Asking = Exclude<keyof Jobs & keyof Darkroom, Submitting | Converting | 'dispose'>

// Any of the methods: their types stand in `Darkroom`.
type Method = (...args: unknown[]) => Promise<unknown>

/**
 * Ends the workers of a Darkroom that nothing refers to any more: a module that is replaced while it is edited leaves its own
 * behind. Results stay, as their URLs may be in use.
 */
const finalization = new FinalizationRegistry<Promise<Jobs>>((loading) => {
  loading.then(
    (jobs) => jobs.disposeWhenIdle(),
    () => undefined,
  )
})

/** Darkrooms stay while somebody listens to their events, until they are disposed of. */
const listenedTo = new Set<Darkroom>()

/** Loads the script with its jobs on demand, and hands its calls on in their order. */
export class LazyDarkroom extends Emitter implements Darkroom {
  readonly #options: DarkroomOptions
  readonly #environment: Partial<Environment>
  readonly #loadBundled: LoadBundled | undefined
  #jobs: Promise<Jobs> | undefined
  /** Keeps requests in their order while the script loads. */
  #arrivals: Promise<unknown> = Promise.resolve()
  readonly #listeners = new ListenerList((count) => {
    if (count > 0) listenedTo.add(this)
    else listenedTo.delete(this)
  })

  readonly run = this.#submits('run')
  readonly processResult = this.#submits('processResult')
  readonly process = this.#submits('process')
  readonly plan = this.#submits('plan')
  readonly preload = this.#submits('preload')
  readonly toFile = this.#converts('toFile')
  readonly toBitmap = this.#converts('toBitmap')
  readonly result = this.#asks('result')
  readonly wait = this.#asks('wait')
  readonly jobs = this.#asks('jobs')
  readonly file = this.#asks('file')
  readonly deleteResult = this.#asks('deleteResult')
  readonly resume = this.#asks('resume')
  readonly me = this.#asks('me')
  readonly fetch = this.#asks('fetch')
  readonly info = this.#asks('info')
  readonly check = this.#asks('check')
  readonly requiredFiles = this.#asks('requiredFiles')

  /**
   * @param environment parts that tests replace.
   * @param loadBundled absent where `assetsUrl` has to name the folder with these files.
   */
  constructor(
    options: DarkroomOptions,
    environment: Partial<Environment> = {},
    loadBundled?: LoadBundled,
  ) {
    super()
    if (options.remote) checkRemote(options.remote)
    this.#options = options
    this.#environment = environment
    this.#loadBundled = loadBundled
    this.#load().catch(() => undefined)
  }

  override addEventListener(...listening: Parameters<EventTarget['addEventListener']>): void {
    const [type, callback, options] = listening
    super.addEventListener(...listening)
    const drop = this.#listeners.add(type, callback, options)
    if (fieldsOf(options).once) super.addEventListener(type, drop, options)
  }

  override removeEventListener(...listening: Parameters<EventTarget['removeEventListener']>): void {
    super.removeEventListener(...listening)
    this.#listeners.remove(...listening)
  }

  dispose(): void {
    listenedTo.delete(this)
    this.#load().then(
      (jobs) => jobs.dispose(),
      () => undefined,
    )
  }

  [Symbol.dispose](): void {
    this.dispose()
  }

  #asks<K extends Asking>(name: K): Darkroom[K] {
    const method = async (...args: unknown[]) => ((await this.#load())[name] as Method)(...args)
    return method as Darkroom[K]
  }

  #converts<K extends Converting>(name: K): Darkroom[K] {
    const submit = this.#submits(name) as Method
    const method: Method = (source, request, options) =>
      submit({ ...(request as object), url: source }, options, request, source)
    return method as Darkroom[K]
  }

  /** Calls it with copies of the images, so that the caller may change or close theirs. */
  #submits<K extends Submitting | Converting>(name: K): Darkroom[K] {
    const method = async (request: ProcessingRequest, ...others: unknown[]) => {
      const fetcher = this.#environment.fetch ?? this.#options.fetch ?? fetch
      const { limits } = this.#options
      const copying = snapshotInputs(request, (...args) => fetcher(...args), limits).catch(
        unlessRefused(request),
      )
      copying.catch(() => undefined)
      const previous = this.#arrivals
      const arrival = (async () => {
        await previous
        return Promise.all([this.#load(), copying])
      })()
      this.#arrivals = arrival.catch(() => undefined)
      const [jobs, snapshot] = await arrival
      return (jobs[name] as Method)(jobs.fromPage(snapshot), ...others)
    }
    return method as Darkroom[K]
  }

  /** A failed import is retried on the next call. */
  #load(): Promise<Jobs> {
    if (!this.#jobs) {
      this.#jobs = Promise.all([import('./jobs.ts'), this.#bundled()])
        .then(([{ Jobs }, bundled]) => {
          const environment = { ...bundled, ...this.#environment }
          return new Jobs(this.#options, environment, LazyDarkroom.#emitterOf(this))
        })
        .catch((error) => {
          this.#jobs = undefined
          throw asDarkroomError(error, 'NETWORK')
        })
      finalization.register(this, this.#jobs)
    }
    return this.#jobs
  }

  /** Apart from other closures, which would keep the Darkroom for as long as its jobs live. */
  static #emitterOf(darkroom: LazyDarkroom): JobContext['emit'] {
    const weak = new WeakRef(darkroom)
    return (type, detail) => weak.deref()?.emit(type, detail)
  }

  async #bundled(): Promise<Awaited<ReturnType<LoadBundled>> | undefined> {
    return this.#options.assetsUrl === undefined ? this.#loadBundled?.() : undefined
  }
}
