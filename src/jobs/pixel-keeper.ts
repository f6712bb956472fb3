import { Pool } from '../engine/pool.ts'
import type { Environment } from '../environment.ts'
import type { Archive } from './archive.ts'
import type { Job } from './job.ts'
import { isPixels, leavesOf, mapPicturesLater } from './pictures.ts'

/** Most jobs that are given pixels have ended before it is worth a second worker to keep those. */
const PATIENCE_MS = 500

/** Turns the pixels of waiting jobs into files, which outlive the page, in a worker of its own. */
export class PixelKeeper {
  readonly #environment: Environment
  readonly #archive: Archive
  #pool: Pool | undefined
  #users = 0

  constructor(environment: Environment, archive: Archive) {
    this.#environment = environment
    this.#archive = archive
  }

  /** Never rejects: without it the job does not outlive the page, that is all. */
  async keep(job: Job): Promise<void> {
    const { store, clock } = this.#environment
    if (store.takesPixels || !job.kept || !leavesOf(job.request).some(isPixels)) return
    const over = new AbortController()
    void job.ended.then(() => over.abort())
    try {
      await clock.sleep(PATIENCE_MS, over.signal)
      const request = await this.#withPool((pool) =>
        mapPicturesLater(job.request, async (leaf) =>
          isPixels(leaf) ? pool.run(over.signal, ({ engine }) => engine.toFile(leaf)) : leaf,
        ),
      )
      await this.#archive.keepRequest(job, request)
      if (over.signal.aborted) await this.#archive.forgetRequest(job)
    } catch {
      // Ended meanwhile, or the disk is full.
    }
  }

  async #withPool<T>(task: (pool: Pool) => Promise<T>): Promise<T> {
    this.#pool ??= new Pool(1, { provider: 'wasm' }, this.#environment.startWorker)
    this.#users++
    try {
      return await task(this.#pool)
    } finally {
      this.#users--
      if (this.#users === 0) {
        this.#pool?.dispose()
        this.#pool = undefined
      }
    }
  }
}
