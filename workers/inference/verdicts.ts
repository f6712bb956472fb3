import { del, get, update } from 'idb-keyval'
import { build } from '../../src/shared/build.ts'
import { openDatabase } from '../../src/shared/open-database.ts'
import type { GpuVerdict } from '../../src/shared/worker/api.ts'

const DAYS_MS = 14 * 24 * 60 * 60 * 1000
const KEY = 'verdicts'

/** A verdict, and when it was found. */
export type Found = Pick<GpuVerdict, 'verdict'> & { at: number; weights: string }

/** What is stored: of one adapter, in one browser, by one build of Darkroom, and with it of the runtime. */
export interface Stored {
  of: string
  networks: Record<string, Found>
}

/** What still holds of what is stored. */
export function validIn(stored: Stored | undefined, of: string, now: number): Stored {
  const networks = stored?.of === of ? Object.entries(stored.networks) : []
  const young = networks.filter(([, { at }]) => at <= now && now - at < DAYS_MS)
  return { of, networks: Object.fromEntries(young) }
}

/** Why a page does not use its GPU at all: by the second wrong network, or where none was faster there. */
export function refusalBy(verdicts: Found['verdict'][]): string | undefined {
  const count = (verdict: Found['verdict']) => verdicts.filter((each) => each === verdict).length
  if (count('wrong') > 1) return 'networks computed wrongly on the GPU in the last 14 days'
  if (count('slow') > 0 && count('right') === 0)
    return 'WebAssembly was faster than the GPU in the last 14 days'
  return undefined
}

/** What was found of networks on this GPU, kept for 14 days. A store that fails costs finding it again. */
export class Verdicts {
  readonly #open = () => openDatabase('darkroom-gpu', 'verdicts')
  #table: ReturnType<typeof openDatabase> | undefined
  #known: Stored = { of: '', networks: {} }

  /** Reads those of an adapter. Returns why it is not to be used, if so. */
  async read(adapter: string): Promise<string | undefined> {
    const of = [adapter, navigator.userAgent, build].join('\n')
    const stored = await this.#tell((table) => get<Stored>(KEY, table))
    this.#known = validIn(stored, of, Date.now())
    return refusalBy(Object.values(this.#known.networks).map(({ verdict }) => verdict))
  }

  of(model: string, weights: string): Found['verdict'] | undefined {
    const found = this.#known.networks[model]
    return found?.weights === weights ? found.verdict : undefined
  }

  async note(model: string, weights: string, verdict: Found['verdict']): Promise<void> {
    const found = { verdict, weights, at: Date.now() }
    const { of } = this.#known
    this.#known = { of, networks: { ...this.#known.networks, [model]: found } }
    // Another worker may have written meanwhile.
    const add = (stored?: Stored) => {
      const { networks } = validIn(stored, of, Date.now())
      return { of, networks: { ...networks, [model]: found } }
    }
    await this.#tell((table) => update<Stored>(KEY, add, table))
  }

  async clear(): Promise<void> {
    this.#known = { ...this.#known, networks: {} }
    await this.#tell((table) => del(KEY, table))
  }

  list(): GpuVerdict[] {
    return Object.entries(this.#known.networks).map(([model, { verdict, at }]) => {
      return { model, verdict, found: new Date(at).toISOString() }
    })
  }

  async #tell<T>(task: (table: ReturnType<typeof openDatabase>) => Promise<T>) {
    try {
      this.#table ??= this.#open()
      return await task(this.#table)
    } catch {
      return undefined
    }
  }
}
