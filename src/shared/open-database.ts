import { createStore, type UseStore } from 'idb-keyval'

/** WebKit ends a transaction without a reason where it stores no files. */
const UNEXPLAINED = 'the browser stores nothing here and gives no reason, as in a private window'

/**
 * A table of a database. Its connection closes where another page wants to delete the database, which would wait for it
 * with all who open it later, and opens again when it is needed. Every failure is a rejection with a reason: a browser that
 * forbids databases throws.
 */
export function openDatabase(database: string, table: string): UseStore {
  const use = createStore(database, table)
  return async (mode, task) => {
    try {
      return await use(mode, (store) => {
        const { db } = store.transaction
        db.onversionchange = (event) => {
          db.close()
          // The library opens another one after this event, which browsers fire only where they close it themselves.
          db.onclose?.(event)
        }
        return task(store)
      })
    } catch (error) {
      throw error ?? new Error(UNEXPLAINED)
    }
  }
}
