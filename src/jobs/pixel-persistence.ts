import { defaultLimits } from '../contract/plan/limits.ts'
import { imagesAndStrings, isDecoded, mapImagesAsync } from '../contract/request/map-images.ts'
import { EngineClient } from '../engine/client.ts'
import { WorkerPool } from '../engine/pool.ts'
import type { Environment } from './environment.ts'
import type { Job } from './job.ts'
import type { Retention } from './retention.ts'

/** Most jobs whose source is decoded pixels end within this time: those are not worth a second worker. */
const PATIENCE_MS = 500

/** Encodes the decoded pixels of waiting jobs as PNG files, which can be stored, in a worker of its own. */
export class PixelPersistence {
  readonly #environment: Environment
  readonly #retention: Retention
  #engine: EngineClient | undefined
  #users = 0

  constructor(environment: Environment, retention: Retention) {
    this.#environment = environment
    this.#retention = retention
  }

  /** Never rejects: a job whose pixels cannot be stored only does not outlive the page. */
  async persist(job: Job): Promise<void> {
    const { store, clock } = this.#environment
    if (store.takesPixels || !job.kept || !imagesAndStrings(job.request).some(isDecoded)) return
    const over = new AbortController()
    void job.ended.then(() => over.abort())
    try {
      await clock.sleep(PATIENCE_MS, over.signal)
      const request = await this.#withEngine((engine) =>
        mapImagesAsync(job.request, async (leaf) =>
          isDecoded(leaf) ? engine.toPng(leaf, over.signal) : leaf,
        ),
      )
      await this.#retention.keepRequest(job, request)
      if (over.signal.aborted) await this.#retention.forgetRequest(job)
    } catch {
      // The job ended meanwhile, or the disk is full.
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
        this.#engine?.dispose()
        this.#engine = undefined
      }
    }
  }
}
