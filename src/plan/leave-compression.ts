import type { Step } from './steps.ts'

/** What may come between: pixels stay where they are, and nothing is looked for in them. */
const between: Step['op'][] = ['white_balance', 'exposure_correction', 'light', 'color', 'crop']

/** Steps in which `restore` leaves compression, and a little blur, to an enlargement that removes it, where one follows. */
export function leaveCompression(steps: Step[]): Step[] {
  const first = steps.findIndex(({ op }) => op === 'restore')
  const restore = steps[first]
  const next = steps.slice(first + 1).find(({ op }) => !between.includes(op))
  if (restore?.op !== 'restore' || restore.for.includes('clean')) return steps
  if (next?.op !== 'upscale' || (next.ifDegraded ?? next.model) !== 'restore-x4') return steps
  return steps.with(first, { ...restore, restoredLater: true })
}
