import type { Step } from '../../src/plan/steps.ts'
import type { CacheSettings, FinishedSteps, Observations } from '../../src/shared/worker/api.ts'
import type { Details } from '../../src/shared/worker/details.ts'
import { markShared, type RasterImage } from '../image/image.ts'

/** Making a result again must take this long for it to be cached, in milliseconds. */
const FROM_MS = 100
/** What an entry counts beside its pixels. */
const ENTRY_BYTES = 2_000

/** What a run has after a step: the image, and what was found and told up to there. */
export interface StepResult {
  image: RasterImage
  details: Details
  observed: Observations
}

interface Entry {
  /** The result of a step; of a `subject` step, the steps that take its place. */
  value: StepResult | Step[]
  bytes: number
  /** What making it again takes. */
  ms: number
  /** The last run that used it. */
  run: symbol
}

/** What the step cache holds, by key: as much as its bytes allow. */
export class CachedResults {
  readonly fromMs: number
  readonly #limit: number
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  constructor({ bytes, fromMs = FROM_MS }: CacheSettings) {
    this.#limit = bytes
    this.fromMs = fromMs
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  /** A result. Its pixels are shared. */
  result(key: string, run: symbol): StepResult | undefined {
    const value = this.#use(key, run)
    return value && 'image' in value ? copyOf(value) : undefined
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  /** Whether there is a result of the source that a key names. */
  hasSource(key: string): boolean {
    return [...this.#entries.keys()].some((each) => each === key || each.startsWith(`${key}\n`))
  }

  /** The steps that take the place of a `subject` step. */
  foundSteps(key: string, run: symbol): Step[] | undefined {
    const value = this.#use(key, run)
    return value && !('image' in value) ? value : undefined
  }

  /** Adds an entry if there is room for it, and returns whether there was. Pixels are shared from then on. */
  add(key: string, value: StepResult | Step[], ms: number, run: symbol): boolean {
    const bytes = ENTRY_BYTES + ('image' in value ? imageBytes(value.image) : 0)
    this.#remove(key)
    if (!this.#makeRoom(bytes, ms, run)) return false
    const own = 'image' in value ? copyOf(value) : value
    if ('image' in value) markShared(value.image)
    this.#entries.set(key, { value: own, bytes, ms, run })
    this.#bytes += bytes
    return true
  }

  /** Some entries, for the cache of another worker. */
  export(keys: string[]): FinishedSteps {
    return keys.flatMap((key) => {
      const entry = this.#entries.get(key)
      return entry ? [{ key, value: entry.value, ms: entry.ms }] : []
    })
  }

  /** Adds entries from the cache of another worker, or from a store, which may be damaged. */
  import(entries: FinishedSteps): void {
    for (const { key, value, ms } of entries)
      if (isValue(value)) this.add(key, value, ms, Symbol('another worker'))
  }

  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }

  #use(key: string, run: symbol): Entry['value'] | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, { ...entry, run })
    return entry.value
  }

  #makeRoom(bytes: number, ms: number, run: symbol): boolean {
    if (bytes > this.#limit) return false
    while (this.#bytes + bytes > this.#limit) {
      const key = this.#leastUseful(ms, run)
      if (key === undefined) return false
      this.#remove(key)
    }
    return true
  }

  /** The least recently used entry. Of the run's own, the one that took the least, and less than `ms`. */
  #leastUseful(ms: number, run: symbol): string | undefined {
    const entries = [...this.#entries]
    const [other] = entries.find(([, entry]) => entry.run !== run) ?? []
    if (other !== undefined) return other
    const [own] = entries.filter(([, entry]) => entry.ms < ms).sort(([, a], [, b]) => a.ms - b.ms)
    return own?.[0]
  }

  #remove(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }
}

function isValue(value: unknown): value is Entry['value'] {
  const { image } = (value ?? {}) as Partial<StepResult>
  if (!image) return Array.isArray(value)
  return image.pixels?.length === 4 * image.width * image.height
}

const imageBytes = ({ pixels, profile, exif, mask }: RasterImage): number =>
  [pixels, profile, exif, mask?.values].reduce((sum, part) => sum + (part?.byteLength ?? 0), 0)

/** Of everything but the pixels. */
const copyOf = ({ image, details, observed }: StepResult): StepResult => ({
  image: { ...image },
  details: structuredClone(details),
  observed: { ...observed },
})
