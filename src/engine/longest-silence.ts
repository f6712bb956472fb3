import type { LocalPlan } from '../plan/plan.ts'
import type { Size } from '../plan/size.ts'
import type { Step } from '../plan/steps.ts'

/** The longest work between two heartbeats, such as encoding a PNG file, on a slow machine. */
const MS_PER_MEGAPIXEL = 4_000
/** One run of a large model of the application on a slow machine. */
const CUSTOM_MODEL_MS = 180_000
/** The networks enlarge by this much at most. */
const MAX_SCALE = 4

const mayRunCustom: Step['op'][] = ['background', 'face_enhance', 'subject']

const area = ({ width, height }: Size) => width * height

/** How much longer than for a small image a worker may be silent while it carries out a plan. */
export function longestSilenceMs({ source, steps }: LocalPlan): number {
  const mayRunCustomModel = steps.some(({ op }) => mayRunCustom.includes(op))
  const pixels = Math.max(area(source), ...steps.map((step) => areaAfter(step, source)))
  return (pixels / 1e6) * MS_PER_MEGAPIXEL + (mayRunCustomModel ? CUSTOM_MODEL_MS : 0)
}

function areaAfter(step: Step, source: Size): number {
  if (step.op === 'crop' || step.op === 'resize' || step.op === 'canvas') return area(step)
  return step.op === 'upscale' || step.op === 'subject' ? area(source) * MAX_SCALE ** 2 : 0
}
