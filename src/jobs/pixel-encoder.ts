import { EngineClient } from '../engine/client.ts'
import { WorkerPool } from '../engine/pool.ts'
import { defaultLimits } from '../plan/limits.ts'
import { imagesAndStrings, isDecoded, mapImagesAsync } from '../request/map-images.ts'
import type { Environment, JobContext } from './context.ts'
import type { Job } from './job.ts'
import type { JobRepository } from './repository.ts'

/** Most jobs whose source is decoded pixels end within this time: those are not worth a second worker. */
const PATIENCE_MS = 500

/** Encodes the decoded pixels of waiting jobs as PNG files, which can be stored, in a worker of its own. */
export class PixelEncoder {
  readonly #environment: Environment
  readonly #repository: JobRepository
  #engine: EngineClient | undefined
  #users = 0
  readonly #tasks = new WeakMap<Job, { hurry: AbortController; done: Promise<void> }>()

  constructor({ environment, repository }: JobContext) {
    this.#environment = environment
    this.#repository = repository
  }

  /** Stores the pixels of a job, unless it ends soon. */
  encode(job: Job): void {
    if (this.#repository.inMemory || job.persistence === 'memory') return
    if (!imagesAndStrings(job.request).some(isDecoded)) return
    const hurry = new AbortController()
    this.#tasks.set(job, { hurry, done: this.#store(job, hurry.signal) })
  }

  /** Resolves when the pixels of a job are stored, or need not or cannot be. */
  async stored(job: Job): Promise<void> {
    const task = this.#tasks.get(job)
    task?.hurry.abort()
    await task?.done
  }

  /** Never rejects: a job whose pixels cannot be stored only does not outlive the page. */
  async #store(job: Job, hurry: AbortSignal): Promise<void> {
    const over = new AbortController()
    void job.ended.then(() => over.abort())
    try {
      const patience = AbortSignal.any([over.signal, hurry])
      await this.#environment.clock.sleep(PATIENCE_MS, patience).catch(() => undefined)
      over.signal.throwIfAborted()
      const request = await this.#withEngine((engine) =>
        mapImagesAsync(job.request, async (leaf) =>
          isDecoded(leaf) ? engine.toPng(leaf, over.signal) : leaf,
        ),
      )
      await this.#repository.storeRequest(job, request)
      if (job.state.settled || job.error?.code === 'DELETED') {
        await this.#repository.removeRequest(job)
      }
    } catch (error) {
      if (over.signal.aborted) return
      const why = error instanceof Error ? error.message : String(error)
      job.warn('NOT_KEPT', `The pixels of the job do not outlive this page: ${why}`)
    }
  }

  /** Starts the worker when it is needed and terminates it when it is idle. */
  async #withEngine<T>(task: (engine: EngineClient) => Promise<T>): Promise<T> {
    this.#engine ??= new EngineClient(
      new WorkerPool(1, { provider: 'wasm' }, this.#environment.startWorker),
      defaultLimits,
    )
    this.#users++
    try {
      return await task(this.#engine)
    } finally {
      this.#users--
      if (this.#users === 0) {
        this.#engine?.terminate()
        this.#engine = undefined
      }
    }
  }
}
