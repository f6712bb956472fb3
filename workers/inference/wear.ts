import { isWebKit } from './adapter.ts'

/** Runs of networks after which a worker is replaced: in WebKit, memory is reported to grow over hundreds of them. */
const MAX_RUNS = 200

/** Whether another worker is to take the place of one that has run networks so often. */
export const isWorn = ({ userAgent, runs }: { userAgent: string; runs: number }): boolean =>
  runs >= MAX_RUNS && isWebKit(userAgent)
