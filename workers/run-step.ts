import type { Step } from '../src/plan/steps.ts'
import { asDarkroomError } from '../src/shared/errors.ts'
import type { StepDetails } from '../src/shared/worker/details.ts'
import { faceBoxesAfter } from './faces/boxes.ts'
import { copyIfShared, type RasterImage, releaseMemory } from './image/image.ts'
import { operationOf } from './operation-of.ts'
import type { OperationContext } from './operations/operation.ts'
import { onlyInputs, operationContext, type RunContext } from './run-context.ts'

/** Carries out one step, and gives back the memory of the image before it. */
export async function applyStep(
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

/**
 * `remaining`: how many steps there are from this one on, at most. `share`: of the run's time, by the ratio of this step, and
 * by the share of its work that is not left out.
 */
export interface Ahead {
  remaining: number
  share(ratio: number, computed?: number): number
}

/**
 * Records and reports a piece of work.
 * @throws DarkroomError INTERNAL for what is thrown unexpectedly.
 */
export async function runStep<T>(
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
