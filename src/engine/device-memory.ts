import type { CacheSettings } from '../shared/worker/api.ts'

const GIB = 2 ** 30
/** Browsers that do not say how much memory there is run on devices of all kinds. */
const UNKNOWN_GIB = 4
/** Shares of the device's memory: for one job, for what runs beside each other, and for results that are kept. */
const JOB = 3 / 4
const WORK = 1 / 2
const CACHE = 1 / 16
/** iOS does not say either, and ends a tab near 1.5 GB: a job may need 1 GiB. */
const IOS_GIB = 1 / JOB

/** What a browser tells of its device. */
interface DeviceFacts {
  deviceMemory?: number
  userAgent?: string
  maxTouchPoints?: number
}

const here = (): DeviceFacts => globalThis.navigator ?? {}

/** An iPad says that it is a Macintosh; no Macintosh has a touch screen. */
const isIos = ({ userAgent = '', maxTouchPoints = 0 }: DeviceFacts) =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)

function deviceBytes(facts = here()): number {
  return (facts.deviceMemory ?? (isIos(facts) ? IOS_GIB : UNKNOWN_GIB)) * GIB
}

/** The memory that light and urgent jobs may take beside others. */
export const memoryBytes = (): number => deviceBytes() * WORK

/** The most memory that one job may need: more would end the page rather than the job. */
export const jobBytes = (option?: { bytes: number }, facts?: DeviceFacts): number =>
  option?.bytes ?? deviceBytes(facts) * JOB

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
