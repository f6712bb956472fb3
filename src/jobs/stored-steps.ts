import type { PreparedLocal } from '../execution/context.ts'
import type { FinishedSteps, RunSettings, StorableSteps } from '../shared/worker/api.ts'
import type { JobContext } from './context.ts'
import type { Job } from './job.ts'
import { isJob } from './job-state.ts'

/** Making a result again must take this long for it to be stored, in milliseconds. */
const FROM_MS = 3_000

/**
 * Results of steps that this job, or another that began alike, left in the store. What cannot be read is made again.
 */
export async function finishedSteps(
  job: Job,
  { inputs, plan, demand }: Pick<PreparedLocal, 'inputs' | 'plan' | 'demand'>,
  { environment: { store }, execution: { engine }, retention, madeBy }: JobContext,
): Promise<FinishedSteps | undefined> {
  if (demand.light || madeBy === undefined || store.takesPixels) return undefined
  try {
    if (job.state.steps?.madeBy === madeBy) return await retention.steps(job.id)
    const left = (await store.list()).filter(isJob).filter(({ steps }) => steps?.madeBy === madeBy)
    if (left.length === 0) return undefined
    const keys = left.map(({ steps }) => steps?.key as string)
    const key = await engine.longestPrefix(inputs, plan, keys, job.signal)
    const from = left.find(({ steps }) => steps?.key === key)
    return from && (await retention.steps(from.id))
  } catch {
    job.signal.throwIfAborted()
    return undefined
  }
}

interface StepStorage {
  settings: RunSettings
  onStorable(steps: StorableSteps): void
  /** Resolves once all is stored, or could not be. */
  stored(): Promise<void>
}

/** Stores the last result of a job's steps that took long, if the job is kept. */
export function stepStorage(job: Job, { environment, retention, madeBy }: JobContext): StepStorage {
  let storing = Promise.resolve()
  const stored = () => storing
  if (!job.kept || madeBy === undefined || environment.store.takesPixels)
    return { settings: {}, onStorable: () => {}, stored }
  const onStorable = (steps: StorableSteps) => {
    storing = storing.then(() => retention.keepSteps(job, { ...steps, madeBy }))
  }
  return { settings: { storeFromMs: environment.storeFromMs ?? FROM_MS }, onStorable, stored }
}
