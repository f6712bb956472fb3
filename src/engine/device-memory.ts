import type { CacheSettings } from '../shared/worker/api.ts'

const GIB = 2 ** 30
/** Browsers that do not say how much memory there is run on devices of all kinds. */
const UNKNOWN_GIB = 4
/** Shares of the device's memory: for one job, for what runs beside each other, and for results that are kept. */
const JOB = 3 / 4
const WORK = 1 / 2
const CACHE = 1 / 16

function deviceBytes(): number {
  const { deviceMemory = UNKNOWN_GIB } = (globalThis.navigator ?? {}) as { deviceMemory?: number }
  return deviceMemory * GIB
}

/** The memory that light and urgent jobs may take beside others. */
export const memoryBytes = (): number => deviceBytes() * WORK

/** The most memory that one job may need: more would end the page rather than the job. */
export const jobBytes = (option?: { bytes: number }): number => option?.bytes ?? deviceBytes() * JOB

/** The step cache of one worker: an equal share, one of them for the light worker. Undefined if nothing is to be kept. */
export function workerCache(
  option: false | { bytes: number } | undefined,
  workers: number,
  fromMs?: number,
): CacheSettings | undefined {
  const bytes = option === undefined ? deviceBytes() * CACHE : option ? option.bytes : 0
  if (bytes === 0) return undefined
  return { bytes: bytes / (workers + 1), ...(fromMs !== undefined && { fromMs }) }
}
