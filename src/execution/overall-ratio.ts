import type { Progress } from '../shared/worker/api.ts'

/** How much of a job is done, from 0 to 1, by its progress so far. All steps count alike, and it never decreases. */
export function overallRatio() {
  let highest = 0
  return ({ step, steps, ratio }: Progress): number => {
    highest = Math.max(highest, Math.min(1, (step - 1 + ratio) / steps))
    return highest
  }
}
