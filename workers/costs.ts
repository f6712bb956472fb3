import type { LocalPlan } from '../src/plan/plan.ts'
import type { Size } from '../src/plan/size.ts'
import { stepsOfSize } from '../src/plan/sizes.ts'
import type { Step } from '../src/plan/steps.ts'
import { wholeSubjectSteps } from './operations/subject/subject-steps.ts'
import {
  amountOf,
  decodingOf,
  encodingOf,
  pixelsOf,
  type Throughput,
  type Work,
  workOf,
} from './throughput.ts'

/**
 * Milliseconds of a megapixel on two cores, of operations and of networks, until a worker knows its own. `face_enhance` is
 * between an image without faces and one that is full of them.
 */
const costs: Record<string, number> = {
  decode: 15,
  clean: 12_000,
  'denoise-v1': 6_000,
  'denoise-v2': 11_000,
  deblur: 6_000,
  restore: 7_000,
  white_balance: 15,
  light: 100,
  color: 75,
  document: 200,
  background: 1_600,
  cut_out: 450,
  subject: 500,
  'span-x2': 3_100,
  'span-x4': 800,
  'text-x4': 1_300,
  'restore-x4': 1_000,
  face_enhance: 1_100,
  detail: 5_000,
  encode: 60,
}
const COST = 20

/** What the rest of a plan may take, in milliseconds: each of the steps that are left, and encoding. */
export function costsOf(
  steps: readonly Step[],
  size: Size,
  plan: LocalPlan,
  throughput: Throughput | undefined,
): number[] {
  const [step, ...rest] = steps
  const cost = (work: Work, ...images: Size[]) => costOf(work, pixelsOf(...images), throughput)
  if (!step) {
    const { sizes, ...one } = plan
    if (!sizes) return [cost(encodingOf(plan), size)]
    return sizes.flatMap((each) => costsOf(stepsOfSize(each, size), size, one, throughput))
  }
  const after = sizeAfter(step, size)
  const found = step.op === 'subject' ? wholeSubjectSteps(size, step) : []
  return [cost(workOf(step), size, after), ...costsOf([...found, ...rest], after, plan, throughput)]
}

/** The same, from decoding on. */
export const allCostsOf = (plan: LocalPlan, throughput: Throughput | undefined): number[] => [
  costOf(decodingOf(plan), pixelsOf(plan.source), throughput),
  ...costsOf(plan.steps, plan.source, plan, throughput),
]

function costOf(work: Work, pixels: number, throughput: Throughput | undefined): number {
  const name = work.split(' ').findLast((word) => word in costs)
  return throughput?.ms(work, pixels) ?? amountOf(work, pixels) * (costs[name ?? ''] ?? COST)
}

function sizeAfter(step: Step, { width, height }: Size): Size {
  if (step.op === 'upscale') return { width: width * step.scale, height: height * step.scale }
  if (step.op === 'detail') return step.frame
  return 'width' in step ? step : { width, height }
}

/**
 * Tells which share of a run's time has passed, step by step. What is left of a step follows from its cost at first, and
 * from the time that it has taken later.
 */
export function timeShare(now: () => number) {
  const start = now()
  return ([cost = 0, ...later]: number[]) => {
    const begun = now()
    const after = later.reduce((sum, each) => sum + each, 0)
    return (ratio: number, computed = 1): number => {
      const elapsed = now() - start
      const left = (1 - ratio) * ((1 - ratio) * cost * computed + now() - begun) + after
      return left > 0 ? elapsed / (elapsed + left) : 1
    }
  }
}
