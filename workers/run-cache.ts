import type { Step } from '../src/plan/steps.ts'
import type { ImageInputs } from '../src/shared/image-source.ts'
import { sha256 } from '../src/shared/sha256.ts'
import type { FinishedSteps, StorableSteps } from '../src/shared/worker/api.ts'
import { canonical } from './canonical.ts'
import { inputKeys, isImmutable } from './input-keys.ts'
import { operationOf } from './operation-of.ts'
import type { FoundSteps } from './operations/subject/subject-steps.ts'
import type { StepCache, StepResult } from './step-cache.ts'

/** Where a run starts: a result that an earlier run has kept, and the steps after it. */
interface StartingPoint extends StepResult {
  queue: Step[]
}

/** Takes results that are worth storing: those that took `fromMs` milliseconds since the last one. */
export interface StepStorage {
  fromMs: number
  onStorable(steps: StorableSteps): void
}

interface Kept {
  keys: string[]
  done: Step[]
  queue: Step[]
}

/**
 * The step cache as one run uses it. The key of a result is the content of the source, the steps that were done, and the
 * content of the other images that those steps use. What fails here costs the work again, never the job.
 */
export class RunCache {
  readonly #cache: StepCache
  readonly #inputs: ImageInputs
  readonly #keyOfInput: ReturnType<typeof inputKeys>
  readonly #run = Symbol('run')
  readonly #storage: StepStorage | undefined
  #done: Step[] = []
  /** The keys of the `subject` steps among them. */
  #subjects: string[] = []
  /** Since the last result that was kept, and the last one that was given out to be stored. */
  #ms = 0
  #unstoredMs = 0

  constructor(cache: StepCache, inputs: ImageInputs, storage?: StepStorage) {
    this.#storage = storage
    this.#cache = cache
    this.#inputs = inputs
    this.#keyOfInput = inputKeys(inputs)
  }

  /** The furthest result of a plan that is kept. */
  async start(steps: readonly Step[]): Promise<StartingPoint | undefined> {
    try {
      await this.#readPixels()
      return this.#cache.isEmpty ? undefined : await this.#furthest(steps)
    } catch {
      return undefined
    }
  }

  /** The furthest result of a plan, and what leads to it, for another worker. */
  async finished(steps: readonly Step[]): Promise<FinishedSteps | undefined> {
    const kept = await this.#find(steps)
    return kept && this.#cache.export(kept.keys)
  }

  /** Which of some stored results is the furthest on the way of a plan, by their keys. */
  async furthestOf(steps: readonly Step[], keys: string[]): Promise<string | undefined> {
    const passed = await this.#passed(steps)
    const hashes = await Promise.all(passed.map(hashOf))
    return hashes.findLast((hash) => keys.includes(hash))
  }

  /** Keeps a result if making it again would take long. `step` is undefined after decoding. */
  async keep(step: Step | undefined, result: StepResult): Promise<void> {
    if (step) this.#done.push(step)
    const ms = result.details.steps.at(-1)?.ms ?? 0
    this.#ms += ms
    this.#unstoredMs += ms
    if (this.#ms < this.#cache.fromMs || !(await this.#keep(result, this.#ms))) return
    this.#ms = 0
    await this.#store(result)
  }

  async #store({ image }: StepResult): Promise<void> {
    if (!this.#storage || this.#unstoredMs < this.#storage.fromMs) return
    this.#unstoredMs = 0
    const key = await this.#key(this.#done)
    const entries = this.#cache.export([...this.#subjects, key])
    const bytes = image.pixels.byteLength
    this.#storage.onStorable({ key: await hashOf(key), entries, bytes })
  }

  /** Keeps the steps that take the place of a `subject` step, unless they may be others another time. */
  async keepFound(step: Step, { steps, final }: FoundSteps): Promise<void> {
    this.#done.push(step)
    if (final && (await this.#keep(steps, 0))) this.#subjects.push(await this.#key(this.#done))
  }

  /** Returns whether there was room for it. */
  async #keep(value: StepResult | Step[], ms: number): Promise<boolean> {
    try {
      return this.#cache.keep(await this.#key(this.#done), value, ms, this.#run)
    } catch {
      // There was no memory for a copy.
      this.#cache.clear()
      return false
    }
  }

  async #furthest(steps: readonly Step[]): Promise<StartingPoint | undefined> {
    const kept = await this.#find(steps)
    const result = kept && this.#cache.result(kept.keys.at(-1) as string, this.#run)
    if (!kept || !result) return undefined
    this.#done = kept.done
    this.#subjects = kept.keys.slice(0, -1)
    const cached = result.details.steps.map((step) => ({ ...step, ms: 0, cached: true as const }))
    return { ...result, details: { ...result.details, steps: cached }, queue: kept.queue }
  }

  /** Where the furthest result is: its key is the last one, after those of the `subject` steps before it. */
  async #find(steps: readonly Step[]): Promise<Kept | undefined> {
    const queue = [...steps]
    const done: Step[] = []
    const subjects: string[] = []
    let best: Kept | undefined
    for (;;) {
      const key = await this.#key(done)
      const last = done.at(-1)
      if (last?.op === 'subject') {
        const found = this.#cache.found(key, this.#run)
        if (!found) break
        queue.unshift(...found)
        subjects.push(key)
      } else if (this.#cache.has(key)) {
        best = { keys: [...subjects, key], done: [...done], queue: [...queue] }
      }
      const next = queue.shift()
      if (!next) break
      done.push(next)
    }
    return best
  }

  /** The keys of the results that a plan passes, as far as its steps are known. */
  async #passed(steps: readonly Step[]): Promise<string[]> {
    const subject = steps.findIndex(({ op }) => op === 'subject')
    const known = subject < 0 ? steps : steps.slice(0, subject)
    return Promise.all(
      [[], ...known.map((_, i) => known.slice(0, i + 1))].map((done) => this.#key(done)),
    )
  }

  async #key(done: readonly Step[]): Promise<string> {
    const parts = done.map(async (step) => {
      const inputs = step.op === 'subject' ? [] : (operationOf(step).inputs?.(step) ?? [])
      return [canonical(step), ...(await Promise.all(inputs.map(this.#keyOfInput)))].join(' ')
    })
    return [await this.#keyOfInput('source'), ...(await Promise.all(parts))].join('\n')
  }

  /** Images that the run will change have to be read before. */
  async #readPixels(): Promise<void> {
    const changing = Object.entries(this.#inputs).filter(([, input]) => !isImmutable(input))
    await Promise.all(changing.map(([name]) => this.#keyOfInput(name as keyof ImageInputs)))
  }
}

/** A browser hashes in secure contexts only: elsewhere there are no keys. */
export const openRunCache = (
  cache: StepCache | undefined,
  inputs: ImageInputs,
  storage?: StepStorage,
): RunCache | undefined =>
  cache && globalThis.crypto?.subtle ? new RunCache(cache, inputs, storage) : undefined

const hashOf = (key: string) => sha256(new TextEncoder().encode(key))
