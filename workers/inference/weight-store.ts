import { delMany, entries, get, set, setMany } from 'idb-keyval'
import { openDatabase } from '../../src/shared/open-database.ts'

/** Where verified weights stay, under their SHA-256. */
export interface WeightStore {
  get(key: string): Promise<Blob | undefined>
  set(key: string, value: Blob): Promise<void>
  /** Remembers that weights were needed now. */
  markUsed(key: string): Promise<void>
  /**
   * Deletes weights that no page has needed for a month, but for those to `keep`: earlier versions leave theirs behind. The
   * month of weights that were never marked, as versions did that may still be open, begins now.
   */
  deleteUnused(keep: ReadonlySet<string>): Promise<void>
}

const MONTH_MS = 30 * 24 * 60 * 60 * 1000
const PREFIX = 'used:'

/** Browsers that refuse a database do so when it is opened, some by an exception: that is a failed call too. */
export function browserStore(now: () => number = Date.now): WeightStore {
  let store: ReturnType<typeof openDatabase> | undefined
  const open = () => {
    store ??= openDatabase('darkroom-weights', 'weights')
    return store
  }
  return {
    get: async (key) => get<Blob>(key, open()),
    set: async (key, value) => set(key, value, open()),
    markUsed: async (key) => set(PREFIX + key, now(), open()),
    async deleteUnused(keep) {
      const all = new Map(await entries<string, Blob | number>(open()))
      const usedAt = (key: string) => all.get(PREFIX + key) as number | undefined
      const others = [...all.keys()].filter((key) => !key.startsWith(PREFIX) && !keep.has(key))
      const unmarked = others.filter((key) => usedAt(key) === undefined)
      await setMany(
        unmarked.map((key) => [PREFIX + key, now()]),
        open(),
      )
      const old = others.filter((key) => now() - (usedAt(key) ?? now()) > MONTH_MS)
      await delMany([...old, ...old.map((key) => PREFIX + key)], open())
    },
  }
}
