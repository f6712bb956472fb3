import type { Darkroom, Plan, ProcessingRequest, Step } from '../src/index.ts'
import { resizeSteps } from '../src/plan/resize-steps.ts'
import { asDarkroomError } from '../src/shared/errors.ts'
import { byId } from './dom.ts'
import { clearError, showError } from './error-box.ts'
import { enableQuality } from './form/basics.ts'
import { validationError } from './form/unsupported.ts'
import { dimensions } from './labels.ts'
import { texts } from './language/language.ts'

const DEBOUNCE_MS = 350
let latest = 0

/** Shows below the form what size a request results in, or why it is invalid. */
export async function previewPlan(darkroom: Darkroom, request: ProcessingRequest): Promise<void> {
  const mine = ++latest
  clearError()
  await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
  if (mine !== latest || !(request.url || request.urls)) return
  const wrong = validationError(request)
  if (wrong) return showRefusal(wrong)
  // A URL would be fetched again with every key press.
  if (!request.url || typeof request.url === 'string') return
  try {
    const plan = await darkroom.plan(request)
    if (mine === latest) show(plan)
  } catch (error) {
    if (mine === latest) showRefusal(error)
  }
}

function show({ source, steps }: Plan): void {
  if (!source) return
  const result = steps.reduce((so, step) => sizeAfter(so, step), source as Size)
  byId('outcome').textContent = texts.form.outcome(
    dimensions(source.width, source.height),
    dimensions(result.width, result.height),
  )
  enableQuality(source.format === 'jpeg' || source.format === 'webp' ? source.format : 'png')
}

function showRefusal(error: unknown): void {
  byId('outcome').textContent = ''
  showError(asDarkroomError(error, 'INTERNAL'))
}

interface Size {
  width: number
  height: number
}

function sizeAfter(from: Size, step: Step): Size {
  // The result has the same size wherever the subject is found.
  if (step.op === 'subject' || step.op === 'fit')
    return resizeSteps(from, step).reduce(sizeAfter, from)
  if ('width' in step) return { width: step.width, height: step.height }
  if ('scale' in step) return { width: from.width * step.scale, height: from.height * step.scale }
  return from
}
