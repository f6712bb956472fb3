import type { LocalPlan } from '../src/plan/plan.ts'
import type { Size } from '../src/plan/size.ts'
import type { Step } from '../src/plan/steps.ts'
import type { ImageInputs } from '../src/shared/image-source.ts'
import type { Observations, RunResult } from '../src/shared/worker/api.ts'
import type { Details } from '../src/shared/worker/details.ts'
import type { CachedRun } from './cache/cached-run.ts'
import { allCostsOf, costsOf, timeShare } from './costs.ts'
import { inputDecoder } from './decode-inputs.ts'
import { finishingSteps, finishRun } from './finish-run.ts'
import { maxSteps, subjectSteps } from './operations/subject/subject-steps.ts'
import { matteAvailable } from './requirements.ts'
import type { RunContext } from './run-context.ts'
import { type Ahead, applyStep, runStep } from './run-step.ts'
import { decodingOf, pixelsOf, type Throughput, workOf } from './throughput.ts'

/** The least share of a step's work whose time is that of the same share. */
const LEAST_COMPUTED = 0.2

/**
 * Decodes the source, carries out the steps of a plan one after the other, and encodes the results. What an earlier run has
 * done is taken over from the cache.
 */
export async function runPlan(
  plan: LocalPlan,
  inputs: ImageInputs,
  environment: Pick<RunContext, 'sessions' | 'checkpoint' | 'now' | 'onProgress' | 'tiles'> & {
    draft?: boolean
    cache?: CachedRun | undefined
    throughput?: Throughput | undefined
  },
): Promise<RunResult> {
  const { cache, throughput } = environment
  const cached = await cache?.start(plan.steps)
  const details: Details = cached?.details ?? { provider: null, steps: [] }
  const observed: Observations = cached?.observed ?? {}
  const run = { ...environment, details, observed, decodeInput: inputDecoder(inputs) }
  const beginStep = timeShare(run.now)
  const share = (steps: readonly Step[]) => beginStep(costsOf(steps, image, plan, throughput))
  const queue = cached?.queue ?? [...plan.steps]
  const note = (work: string, before: Size, after: Size = before) => {
    const { ms = 0, unchanged, computed = 1 } = details.steps.at(-1) ?? {}
    // The next image may need all of the work; a small part of it shows little.
    if (!unchanged && computed >= LEAST_COMPUTED)
      throughput?.note(work, pixelsOf(before, after), ms / computed)
  }
  let image =
    cached?.image ??
    (await decodeSource(
      run,
      maxSteps(queue) + finishingSteps(plan) + 1,
      beginStep(allCostsOf(plan, throughput)),
      cache,
    ))
  if (!cached) note(decodingOf(plan), image)
  for (let step = queue[0]; step; step = queue[0]) {
    const ahead = { remaining: maxSteps(queue) + finishingSteps(plan), share: share(queue) }
    queue.shift()
    if (step.op === 'subject') {
      const available = () => matteAvailable(plan.steps, run.sessions)
      const found = await runStep(run, step.op, ahead, (context) =>
        subjectSteps(image, step, available, context),
      )
      note(workOf(step), image)
      await cache?.addFound(step, found)
      queue.unshift(...found.steps)
    } else {
      const before = { width: image.width, height: image.height }
      image = await applyStep(run, step, image, ahead)
      note(workOf(step), before, image)
      await cache?.add(step, { image, details, observed })
    }
  }
  return finishRun(run, plan, image, {
    share: beginStep,
    costs: (steps, size, rest) => costsOf(steps, size, rest, throughput),
    note,
  })
}

async function decodeSource(
  run: RunContext,
  remaining: number,
  share: Ahead['share'],
  cache: CachedRun | undefined,
) {
  const { details, observed, decodeInput } = run
  const image = await runStep(run, 'decode', { remaining, share }, () => decodeInput('source'))
  await cache?.add(undefined, { image, details, observed })
  return image
}
