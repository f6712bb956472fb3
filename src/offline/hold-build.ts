import { abortOf } from '../async/abort-of.ts'
import { buildLock } from './precached.ts'

/** Until the signal, tells other pages that files of this build are in use: `precache` does not remove them. */
export function holdBuild(until: AbortSignal): void {
  const ended = abortOf(until)
  const held = globalThis.navigator?.locks?.request(buildLock(), { mode: 'shared' }, () => ended)
  // Without a lock (in documents of opaque origin) nothing is stored either.
  held?.catch(() => undefined)
}
