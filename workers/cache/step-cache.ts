import type { ImageInputs, OpenedImage } from '../../src/shared/image-source.ts'
import type { CacheSettings, FinishedSteps } from '../../src/shared/worker/api.ts'
import { CachedRun, type StepStorage } from './cached-run.ts'
import { inputKeys } from './input-keys.ts'
import { CachedResults } from './results.ts'

/**
 * Results of the steps of earlier runs. A worker's build, device and models never change, so keys do not name them: the
 * cache ends with its worker.
 */
export class StepCache {
  readonly #results: CachedResults

  constructor(settings: CacheSettings) {
    this.#results = new CachedResults(settings)
  }

  async hasResultOf(source: OpenedImage): Promise<boolean> {
    if (this.#results.isEmpty) return false
    const key = await inputKeys({ source })('source').catch(() => undefined)
    return key !== undefined && this.#results.hasSource(key)
  }

  /**
   * The cache as a run of these inputs uses it. `finished`: what another worker or an earlier page has done of the run.
   * Undefined where there are no keys: a browser hashes in secure contexts only.
   */
  open(
    inputs: ImageInputs,
    {
      finished = [],
      storage,
    }: { finished?: FinishedSteps; storage?: StepStorage | undefined } = {},
  ): CachedRun | undefined {
    if (!globalThis.crypto?.subtle) return undefined
    this.#results.import(finished)
    return new CachedRun(this.#results, inputs, storage)
  }

  clear(): void {
    this.#results.clear()
  }
}
