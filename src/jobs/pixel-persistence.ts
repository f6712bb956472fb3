import { defaultLimits } from '../contract/plan/limits.ts'
import { imagesAndStrings, isDecoded, mapImagesAsync } from '../contract/request/map-images.ts'
import { EngineClient } from '../engine/client.ts'
import { WorkerPool } from '../engine/pool.ts'
import type { Environment } from './environment.ts'
import type { Job } from './job.ts'
import type { Retention } from './retention.ts'

/** Most jobs that are given pixels have ended before it is worth a second worker to keep those. */
const PATIENCE_MS = 500

/** Turns the pixels of waiting jobs into files, which outlive the page, in a worker of its own. */
export class PixelPersistence {
  readonly #environment: Environment
  readonly #retention: Retention
  #engine: EngineClient | undefined
  #users = 0

  constructor(environment: Environment, retention: Retention) {
    this.#environment = environment
    this.#retention = retention
  }

  /** Never rejects: without it the job does not outlive the page, that is all. */
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
      // Ended meanwhile, or the disk is full.
    }
  }

  /** A worker of its own, so that it waits for no job. It is ended when it has nothing to do. */
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
