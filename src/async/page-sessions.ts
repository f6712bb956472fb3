/** Tells pages that ended by a crash from those that were left, reloaded or put into the background. */
export interface PageSessions {
  /** This page's id. */
  readonly id: string
  /** Whether another page ended, as far as is known, without a crash. */
  wasLeft(id: string): boolean
}

/** For stores that end with their page. */
export const noPageSessions: PageSessions = { id: '', wasLeft: () => true }

/** Pages whose end is remembered. */
const REMEMBERED = 50

/**
 * Remembers in `localStorage`, the only storage that is written at once, which pages were left: a page that the user
 * leaves has no time for anything else. What ends in the background counts as left, too: browsers end such pages for
 * reasons of their own. Where nothing can be remembered, all pages count as left.
 */
export function pageSessions(database: string, closed: AbortSignal): PageSessions {
  const key = `darkroom:${database}:left`
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-')
  const note = () => write(key, id, document.visibilityState === 'hidden')
  if (!read(key)) return noPageSessions
  const options = { signal: closed }
  addEventListener('pagehide', () => write(key, id, true), options)
  addEventListener('pageshow', note, options)
  document.addEventListener('visibilitychange', note, options)
  note()
  return { id, wasLeft: (other) => read(key)?.includes(other) ?? true }
}

/** The pages that were left, or undefined where there is no storage. */
function read(key: string): string[] | undefined {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(known) ? known.map(String) : []
  } catch {
    return undefined
  }
}

function write(key: string, id: string, left: boolean): void {
  const others = (read(key) ?? []).filter((each) => each !== id)
  const all = left ? [...others, id].slice(-REMEMBERED) : others
  try {
    localStorage.setItem(key, JSON.stringify(all))
  } catch {
    // Full, or forbidden since.
  }
}
