import { cpus } from 'node:os'
import { setTimeout } from 'node:timers/promises'

/** Busy cores of other processes above which no time is measured. */
export const LIMIT = 0.3
const WINDOW_MS = 5000

/** The cores that were busy between two readings of `os.cpus()`: 0 to their number. */
export function busyCores(before, after) {
  return after.reduce((sum, { times }, i) => {
    const { times: earlier } = before[i]
    const spent = Object.keys(times).reduce((all, key) => all + times[key] - earlier[key], 0)
    return spent ? sum + 1 - (times.idle - earlier.idle) / spent : sum
  }, 0)
}

/** Waits at most so long until the machine is quiet. Resolves with its busy cores, which are above `LIMIT` where it is not. */
export async function quiet(ms) {
  const end = performance.now() + ms
  for (;;) {
    const before = cpus()
    await setTimeout(WINDOW_MS)
    const busy = busyCores(before, cpus())
    if (busy <= LIMIT || performance.now() >= end) return busy
  }
}
