import type { LocalPlan } from '../src/plan/plan.ts'
import type { Size } from '../src/plan/size.ts'
import type { Step } from '../src/plan/steps.ts'
import { asDarkroomError } from '../src/shared/errors.ts'
import type { ImageInputs } from '../src/shared/image-source.ts'
import type { Observations, RunResult } from '../src/shared/worker/api.ts'
import type { Details, StepDetails } from '../src/shared/worker/details.ts'
import type { CachedRun } from './cache/cached-run.ts'
import { encode } from './codecs/encode.ts'
import { allCostsOf, costsOf, timeShare } from './costs.ts'
import { inputDecoder } from './decode-inputs.ts'
import { faceBoxesAfter } from './faces/boxes.ts'
import { copyIfShared, type RasterImage, releaseMemory } from './image/image.ts'
import { operationOf } from './operation-of.ts'
import type { OperationContext } from './operations/operation.ts'
import { maxSteps, subjectSteps } from './operations/subject/subject-steps.ts'
import { matteAvailable } from './requirements.ts'
import { onlyInputs, operationContext, type RunContext } from './run-context.ts'
import { decodingOf, encodingOf, pixelsOf, type Throughput, workOf } from './throughput.ts'

/**
 * Decodes the source, carries out the steps of a plan one after the other, and encodes the result. What an earlier run has
 * done is taken over from the cache.
 */
export async function runPlan(
  plan: LocalPlan,
  inputs: ImageInputs,
  environment: Pick<RunContext, 'sessions' | 'checkpoint' | 'now' | 'onProgress' | 'smallTiles'> & {
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
  const note = (work: string, before: Size) => {
    const { ms = 0, unchanged } = details.steps.at(-1) ?? {}
    // The next image may need all of the work.
    if (!unchanged) throughput?.note(work, pixelsOf(before, image), ms)
  }
  let image =
    cached?.image ??
    (await decodeSource(run, queue, beginStep(allCostsOf(plan, throughput)), cache))
  if (!cached) note(decodingOf(plan), image)
  for (let step = queue[0]; step; step = queue[0]) {
    const ahead = { remaining: maxSteps(queue) + 1, share: share(queue) }
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
      note(workOf(step), before)
      await cache?.add(step, { image, details, observed })
    }
  }
  const { width, height } = image
  const { blob, bitmap, quality, transparencyLost, exifMissing } = await runStep(
    run,
    'encode',
    { remaining: 1, share: share([]) },
    (context) => encode(image, plan, context),
  )
  note(encodingOf(plan), image)
  const bytes = bitmap ? {} : { bytes: blob.size }
  const result = { width, height, ...bytes, ...(quality !== undefined && { quality }) }
  if (transparencyLost) observed.transparencyLost = true
  if (exifMissing) observed.exifMissing = true
  return { blob, ...(bitmap && { bitmap }), details: { ...details, ...result }, observed }
}

async function decodeSource(
  run: RunContext,
  queue: Step[],
  share: Ahead['share'],
  cache: CachedRun | undefined,
) {
  const { details, observed, decodeInput } = run
  const ahead = { remaining: maxSteps(queue) + 2, share }
  const image = await runStep(run, 'decode', ahead, () => decodeInput('source'))
  await cache?.add(undefined, { image, details, observed })
  return image
}

/** Carries out one step, and gives back the memory of the image before it. */
async function applyStep(
  run: RunContext,
  step: Step,
  image: RasterImage,
  ahead: Ahead,
): Promise<RasterImage> {
  const operation = operationOf(step)
  let own = image
  const result = await runStep(run, step.op, ahead, (context) => {
    if (!operation.readsOnly) own = copyIfShared(image)
    return operation.run(own, step, onlyInputs(context, operation.inputs?.(step) ?? []))
  })
  if (result.pixels !== own.pixels) releaseMemory(own)
  const { details } = run
  if (details.face_boxes) details.face_boxes = faceBoxesAfter(step, details.face_boxes)
  if (details.nsfw?.triggered) delete details.face_boxes
  return result
}

/** `remaining`: how many steps there are from this one on, at most. `share`: of the run's time, by the ratio of this step. */
interface Ahead {
  remaining: number
  share(ratio: number): number
}

/**
 * Records and reports a piece of work.
 * @throws DarkroomError INTERNAL for what is thrown unexpectedly.
 */
async function runStep<T>(
  run: RunContext,
  operation: string,
  { remaining, share }: Ahead,
  work: (context: OperationContext) => Promise<T>,
): Promise<T> {
  await run.checkpoint()
  const record: StepDetails = { operation, ms: 0 }
  const step = run.details.steps.push(record)
  const place = { step, steps: step - 1 + remaining, operation }
  const context = operationContext(run, record, place, share)
  const start = run.now()
  context.progress(0)
  try {
    const result = await work(context)
    record.ms = Math.round(run.now() - start)
    context.progress(1)
    return result
  } catch (error) {
    throw asDarkroomError(error, error instanceof RangeError ? 'OUT_OF_MEMORY' : 'INTERNAL')
  }
}
