import { asDarkroomError } from '../src/contract/errors.ts'
import { resizeSteps } from '../src/contract/plan/resize-steps.ts'
import type { Darkroom, Plan, ProcessingRequest, Step } from '../src/index.ts'
import { byId } from './dom.ts'
import { qualityMatters } from './form/basics.ts'
import { fault } from './form/marks.ts'
import { clearProblem, showProblem } from './problem.ts'
import { size } from './words.ts'

const PAUSE_MS = 350
let asked = 0

/** Says below the form what a request would make, or at once what is wrong with it. */
export async function foresee(darkroom: Darkroom, request: ProcessingRequest): Promise<void> {
  const mine = ++asked
  clearProblem()
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  if (mine !== asked || !(request.url || request.urls)) return
  const wrong = fault(request)
  if (wrong) return refuse(wrong)
  // A request that names an address would be fetched again for every key that is typed.
  if (!request.url || typeof request.url === 'string') return
  try {
    const plan = await darkroom.plan(request)
    if (mine === asked) show(plan)
  } catch (error) {
    if (mine === asked) refuse(error)
  }
}

function show({ source, steps }: Plan): void {
  if (!source) return
  const result = steps.reduce((so, step) => grown(so, step), source as Extent)
  byId('outcome').textContent =
    `${size(source.width, source.height)} becomes ${size(result.width, result.height)} pixels`
  qualityMatters(source.format === 'jpeg' || source.format === 'webp' ? source.format : 'png')
}

function refuse(error: unknown): void {
  byId('outcome').textContent = ''
  showProblem(asDarkroomError(error, 'MODEL'))
}

interface Extent {
  width: number
  height: number
}

function grown(from: Extent, step: Step): Extent {
  // Wherever the content is found, the frame is as large.
  if (step.op === 'subject' || step.op === 'fit') return resizeSteps(from, step).reduce(grown, from)
  if ('width' in step) return { width: step.width, height: step.height }
  if ('scale' in step) return { width: from.width * step.scale, height: from.height * step.scale }
  return from
}
