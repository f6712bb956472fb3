import type { RunProgress } from '../shared/worker/api.ts'

/**
 * How much of a job is done, from 0 to 1, by its progress so far: the share of its time, where a worker does all of it;
 * else all steps count alike. It never decreases.
 */
export function overallRatio() {
  let highest = 0
  return ({ step, steps, ratio, share = (step - 1 + ratio) / steps }: RunProgress): number => {
    highest = Math.max(highest, Math.min(1, share))
    return highest
  }
}
