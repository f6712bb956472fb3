import type { LocalPlan } from '../src/plan/plan.ts'
import type { Size } from '../src/plan/size.ts'
import { type SizePlan, shrinkTo, stepsOfSize } from '../src/plan/sizes.ts'
import type { Step } from '../src/plan/steps.ts'
import type { RunResult, SizedFile } from '../src/shared/worker/api.ts'
import { encode } from './codecs/encode.ts'
import { markShared, type RasterImage } from './image/image.ts'
import { maxSteps } from './operations/subject/subject-steps.ts'
import type { RunContext } from './run-context.ts'
import { type Ahead, applyStep, runStep } from './run-step.ts'
import { encodingOf, type Work, workOf } from './throughput.ts'

/** What a run knows of its time. */
interface Timing {
  share(costs: number[]): Ahead['share']
  costs(steps: readonly Step[], size: Size, plan: LocalPlan): number[]
  note(work: Work, before: Size, after?: Size): void
}

/** How many steps come after those that all results share, at most. */
export const finishingSteps = ({ sizes }: Pick<LocalPlan, 'sizes'>): number =>
  sizes
    ? sizes.reduce((sum, { steps, shrinks }) => sum + maxSteps(steps) + (shrinks ? 2 : 1), 0)
    : 1

/** Encodes an image that the steps of a plan have made; of several sizes each, after the steps of its own. */
export async function finishRun(
  run: RunContext,
  { sizes, ...plan }: LocalPlan,
  base: RasterImage,
  timing: Timing,
): Promise<RunResult> {
  const { details, observed } = run
  const [largest, ...others] = sizes ?? []
  if (others.length > 0) markShared(base)
  const whole = await finish(base, largest ? stepsOfSize(largest, base) : [], others)
  const { blob, bitmap, image, transparencyLost, exifMissing } = whole
  const { face_boxes, nsfw } = details
  const smaller: SizedFile[] = []
  for (const [i, size] of others.entries()) {
    // A limit, or what replaces the image, may have made the largest smaller.
    if (size.width >= image.width) continue
    const from = nsfw?.triggered ? image : base
    const steps = nsfw?.triggered ? [shrinkTo(size.width, image)] : stepsOfSize(size, base)
    const { blob, image: made } = await finish(from, steps, others.slice(i + 1))
    smaller.unshift({ width: made.width, height: made.height, blob })
  }
  if (face_boxes) details.face_boxes = face_boxes
  if (transparencyLost) observed.transparencyLost = true
  if (exifMissing) observed.exifMissing = true
  const { width, height } = image
  const bytes = bitmap ? {} : { bytes: blob.size }
  const quality = whole.quality === undefined ? {} : { quality: whole.quality }
  return {
    blob,
    ...(bitmap && { bitmap }),
    ...(sizes && { smaller }),
    details: { ...details, width, height, ...bytes, ...quality },
    observed,
  }

  async function finish(from: RasterImage, steps: Step[], later: SizePlan[]) {
    const ahead = (rest: Step[], size: Size): Ahead => ({
      remaining: rest.length + 1 + finishingSteps({ sizes: later }),
      share: timing.share([
        ...timing.costs(rest, size, plan),
        ...timing.costs([], base, { ...plan, sizes: later }),
      ]),
    })
    let image = from
    for (const [i, step] of steps.entries()) {
      const { width, height } = image
      image = await applyStep(run, step, image, ahead(steps.slice(i), image))
      timing.note(workOf(step), { width, height }, image)
    }
    if (details.nsfw?.triggered && later.length > 0) markShared(image)
    const encoded = await runStep(run, 'encode', ahead([], image), (context) =>
      encode(image, plan, context),
    )
    timing.note(encodingOf(plan), image)
    return { ...encoded, image }
  }
}
