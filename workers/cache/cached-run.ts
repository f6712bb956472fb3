import type { Step } from '../../src/plan/steps.ts'
import type { ImageInputs } from '../../src/shared/image-source.ts'
import { sha256 } from '../../src/shared/sha256.ts'
import type { FinishedSteps, StorableSteps } from '../../src/shared/worker/api.ts'
import { operationOf } from '../operation-of.ts'
import type { FoundSteps } from '../operations/subject/subject-steps.ts'
import { canonical } from './canonical.ts'
import { inputKeys, isImmutable } from './input-keys.ts'
import type { CachedResults, StepResult } from './results.ts'

/** Where a run starts: a cached result, and the steps after it. */
interface StartingPoint extends StepResult {
  queue: Step[]
}

/** Takes results that are worth storing: those that took `fromMs` milliseconds since the last one. */
export interface StepStorage {
  fromMs: number
  onStorable(steps: StorableSteps): void
}

/** The longest cached prefix of a plan. */
interface Prefix {
  /** The key of its result, after those of the `subject` steps in it. */
  keys: string[]
  done: Step[]
  queue: Step[]
}

/**
 * The step cache as one run uses it. The key of a result is the content of the source, the steps that were done, and the
 * content of the other images that those steps use. What fails here costs the work again, never the job.
 */
export class CachedRun {
  readonly #results: CachedResults
  readonly #inputs: ImageInputs
  readonly #keyOfInput: ReturnType<typeof inputKeys>
  readonly #run = Symbol('run')
  readonly #storage: StepStorage | undefined
  #done: Step[] = []
  /** The keys of the `subject` steps among them. */
  #subjects: string[] = []
  /** Since the last result that was cached, and the last one that was given out to be stored. */
  #ms = 0
  #unstoredMs = 0

  constructor(results: CachedResults, inputs: ImageInputs, storage?: StepStorage) {
    this.#storage = storage
    this.#results = results
    this.#inputs = inputs
    this.#keyOfInput = inputKeys(inputs)
  }

  /** Where a run of these steps starts. */
  async start(steps: readonly Step[]): Promise<StartingPoint | undefined> {
    try {
      await this.#readPixels()
      const prefix = this.#results.isEmpty ? undefined : await this.#longestPrefix(steps)
      const result = prefix && this.#results.result(prefix.keys.at(-1) as string, this.#run)
      if (!prefix || !result) return undefined
      this.#done = prefix.done
      this.#subjects = prefix.keys.slice(0, -1)
      const cached = result.details.steps.map((step) => ({ ...step, ms: 0, cached: true as const }))
      return { ...result, details: { ...result.details, steps: cached }, queue: prefix.queue }
    } catch {
      return undefined
    }
  }

  /** The longest cached prefix of a plan, for another worker. */
  async finished(steps: readonly Step[]): Promise<FinishedSteps | undefined> {
    const prefix = await this.#longestPrefix(steps)
    return prefix && this.#results.export(prefix.keys)
  }

  /** Which of some stored results is that of the longest prefix of a plan, by their keys. */
  async longestPrefixOf(steps: readonly Step[], keys: string[]): Promise<string | undefined> {
    const prefixes = await this.#prefixKeys(steps)
    const hashes = await Promise.all(prefixes.map(hashOf))
    return hashes.findLast((hash) => keys.includes(hash))
  }

  /** Caches a result if making it again would take long. `step` is undefined after decoding. */
  async add(step: Step | undefined, result: StepResult): Promise<void> {
    if (step) this.#done.push(step)
    const ms = result.details.steps.at(-1)?.ms ?? 0
    this.#ms += ms
    this.#unstoredMs += ms
    if (this.#ms < this.#results.fromMs || !(await this.#add(result, this.#ms))) return
    this.#ms = 0
    await this.#giveOut(result)
  }

  /** Caches the steps that take the place of a `subject` step, unless they may be others another time. */
  async addFound(step: Step, { steps, final }: FoundSteps): Promise<void> {
    this.#done.push(step)
    if (final && (await this.#add(steps, 0))) this.#subjects.push(await this.#key(this.#done))
  }

  /** Gives a result to the page, which stores it. */
  async #giveOut({ image }: StepResult): Promise<void> {
    if (!this.#storage || this.#unstoredMs < this.#storage.fromMs) return
    this.#unstoredMs = 0
    const key = await this.#key(this.#done)
    const entries = this.#results.export([...this.#subjects, key])
    const bytes = image.pixels.byteLength
    this.#storage.onStorable({ key: await hashOf(key), entries, bytes })
  }

  /** Returns whether there was room for it. */
  async #add(value: StepResult | Step[], ms: number): Promise<boolean> {
    try {
      return this.#results.add(await this.#key(this.#done), value, ms, this.#run)
    } catch {
      // There was no memory for a copy.
      this.#results.clear()
      return false
    }
  }

  async #longestPrefix(steps: readonly Step[]): Promise<Prefix | undefined> {
    const queue = [...steps]
    const done: Step[] = []
    const subjects: string[] = []
    let longest: Prefix | undefined
    for (;;) {
      const key = await this.#key(done)
      const last = done.at(-1)
      if (last?.op === 'subject') {
        const found = this.#results.foundSteps(key, this.#run)
        if (!found) break
        queue.unshift(...found)
        subjects.push(key)
      } else if (this.#results.has(key)) {
        longest = { keys: [...subjects, key], done: [...done], queue: [...queue] }
      }
      const next = queue.shift()
      if (!next) break
      done.push(next)
    }
    return longest
  }

  /** The keys of the results of a plan's prefixes, as far as its steps are known. */
  async #prefixKeys(steps: readonly Step[]): Promise<string[]> {
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

const hashOf = (key: string) => sha256(new TextEncoder().encode(key))
