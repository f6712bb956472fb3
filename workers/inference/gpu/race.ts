import { isDarkroomError } from '../../../src/shared/errors.ts'
import type { LoadedModel, Trial } from '../loaded-model.ts'

/** A tile that takes longer on the GPU is computed on WASM as well. */
const SLOW_MS = 500
/** The first runs on WASM are slower than the rest. */
const MAX_RUNS = 3
/** Tiles below this share of a network's own show a slow GPU, but no fast one. */
const LARGE = 0.5

/** What a tile's time on the GPU shows. */
export function paceOf({ ms, size }: { ms: number; size: number }): 'slow' | 'fast' | 'unknown' {
  if (ms > SLOW_MS) return 'slow'
  return size < LARGE ? 'unknown' : 'fast'
}

/**
 * Who computes from now on, and what is remembered of the GPU: WASM has one thread beside a GPU, and `threads` of them on a
 * page without one, each worth at least half of the first.
 */
export const winnerOf = (ms: { gpu: number; wasm: number; threads: number }) => ({
  now: ms.wasm < ms.gpu ? ('wasm' as const) : ('webgpu' as const),
  verdict: ms.wasm / ((ms.threads + 1) / 2) < ms.gpu ? ('slow' as const) : ('right' as const),
})

export interface RaceSettings {
  threads: number
  /** The network on WASM, in the runtime that is loaded. */
  rival(): Promise<LoadedModel>
  note(verdict: 'right' | 'slow', winner: LoadedModel | undefined): void
  now?: () => number
}

/** Finds once which is faster, the GPU or WASM, by a tile of an image. */
export class Race {
  readonly #settings: RaceSettings
  /** Undefined for the GPU. */
  #winner: Promise<LoadedModel | undefined> | undefined
  /** The size of the largest tile that was too small. */
  #tried = 0

  constructor(settings: RaceSettings) {
    this.#settings = settings
  }

  /** The network on WASM, if it is faster there. */
  async run(trial: Trial): Promise<LoadedModel | undefined> {
    if (this.#winner) return this.#winner
    if (trial.size < 2 * this.#tried) return undefined
    // Compiling is no work on tiles.
    const first = await this.#time(trial, trial.onGpu)
    const isSlow = first > SLOW_MS
    const gpu = isSlow ? await this.#time(trial, trial.onGpu) : first
    const pace = paceOf({ ms: gpu, size: trial.size })
    if (pace === 'unknown') this.#tried = trial.size
    if (pace === 'unknown') return undefined
    this.#winner = pace === 'slow' ? this.#against(gpu, trial) : this.#settle('right')
    this.#winner.catch(() => {
      this.#winner = undefined
    })
    return this.#winner
  }

  /** Where WASM fails, the GPU goes on. */
  async #against(gpu: number, trial: Trial): Promise<LoadedModel | undefined> {
    try {
      const rival = await this.#settings.rival()
      let wasm = Number.POSITIVE_INFINITY
      for (let i = 0; i < MAX_RUNS && wasm >= gpu; i++)
        wasm = Math.min(wasm, await this.#time(trial, () => trial.on(rival)))
      const { now, verdict } = winnerOf({ gpu, wasm, threads: this.#settings.threads })
      return this.#settle(verdict, now === 'wasm' ? rival : undefined)
    } catch (error) {
      if (isDarkroomError(error) && error.code === 'ABORTED') throw error
      return undefined
    }
  }

  async #settle(verdict: 'right' | 'slow', winner?: LoadedModel) {
    this.#settings.note(verdict, winner)
    return winner
  }

  async #time({ checkpoint }: Trial, work: () => Promise<unknown>): Promise<number> {
    const { now = () => performance.now() } = this.#settings
    await checkpoint()
    const start = now()
    await work()
    return now() - start
  }
}
