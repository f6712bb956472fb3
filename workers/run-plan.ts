import { asDarkroomError } from '../src/contract/errors.ts'
import type { ImageInputs } from '../src/contract/image-source.ts'
import type { LocalPlan } from '../src/contract/plan/plan.ts'
import type { Step } from '../src/contract/plan/steps.ts'
import type { Observations, RunResult } from '../src/contract/worker/api.ts'
import type { Details } from '../src/contract/worker/details.ts'
import { checkpoint } from './checkpoint.ts'
import { encode } from './codecs/encode.ts'
import { operationContext, type RunContext } from './context.ts'
import { inputDecoder } from './decode-inputs.ts'
import { faceBoxesAfter } from './faces/boxes.ts'
import { type RasterImage, releaseMemory } from './image/image.ts'
import { operationOf } from './operation-of.ts'
import type { OperationContext } from './operations/operation.ts'
import { maxSteps, subjectSteps } from './operations/subject/subject-steps.ts'

/** Decodes the source, carries out the steps of a plan one after the other, and encodes the result. */
export async function runPlan(
  plan: LocalPlan,
  inputs: ImageInputs,
  environment: Pick<RunContext, 'sessions' | 'signal' | 'onProgress' | 'smallTiles'>,
): Promise<RunResult> {
  const details: Details = { provider: null, steps: [] }
  const observed: Observations = {}
  const run = { ...environment, details, observed, decodeInput: inputDecoder(inputs) }
  const queue = [...plan.steps]
  let image = await runStep(run, 'decode', 1 + maxSteps(queue) + 1, () => run.decodeInput('source'))
  for (let step = queue[0]; step; step = queue[0]) {
    const remaining = maxSteps(queue) + 1
    queue.shift()
    if (step.op === 'subject') queue.unshift(...(await findSteps(run, step, image, remaining)))
    else image = await applyStep(run, step, image, remaining)
  }
  const { width, height } = image
  const { blob, quality, transparencyLost } = await runStep(run, 'encode', 1, (context) =>
    encode(image, plan, context),
  )
  const result = { width, height, bytes: blob.size, ...(quality !== undefined && { quality }) }
  if (transparencyLost) observed.transparencyLost = true
  return { blob, details: { ...details, ...result }, observed }
}

/** The steps that take the place of a `subject` step. */
const findSteps = (
  run: RunContext,
  step: Extract<Step, { op: 'subject' }>,
  image: RasterImage,
  remaining: number,
): Promise<Step[]> => runStep(run, step.op, remaining, () => subjectSteps(image, step))

/** Carries out one step, and gives back the memory of the image before it. */
async function applyStep(
  run: RunContext,
  step: Step,
  image: RasterImage,
  remaining: number,
): Promise<RasterImage> {
  const operation = operationOf(step)
  const result = await runStep(run, step.op, remaining, (context) =>
    operation.run(image, step, context),
  )
  if (result.pixels !== image.pixels) releaseMemory(image)
  const { details } = run
  if (details.face_boxes) details.face_boxes = faceBoxesAfter(step, details.face_boxes)
  if (details.nsfw?.triggered) delete details.face_boxes
  return result
}

/**
 * Records and reports a piece of work. `remaining` is how many steps there are from this one on, at most.
 * @throws DarkroomError INTERNAL for what is thrown unexpectedly.
 */
async function runStep<T>(
  run: RunContext,
  operation: string,
  remaining: number,
  work: (context: OperationContext) => Promise<T>,
): Promise<T> {
  await checkpoint(run.signal)
  const record: Details['steps'][number] = { operation, ms: 0 }
  const step = run.details.steps.push(record)
  const context = operationContext(run, record, {
    step,
    steps: step - 1 + remaining,
    operation,
  })
  const start = performance.now()
  context.progress(0)
  try {
    const result = await work(context)
    record.ms = Math.round(performance.now() - start)
    context.progress(1)
    return result
  } catch (error) {
    throw asDarkroomError(error, error instanceof RangeError ? 'OUT_OF_MEMORY' : 'INTERNAL')
  }
}
