import { DarkroomError } from '../errors.ts'
import type { CanonicalRequest } from '../request/canonical.ts'
import { generativeFields } from '../request/generative.ts'
import { defaultLimits } from './limits.ts'
import { stepsOf } from './plan.ts'
import { notBuilt, type Step } from './steps.ts'

/** The field that asks for each step that is not built. */
const fieldOf: Record<(typeof notBuilt)[number], string> = {
  face_enhance: 'enhancements',
  background: 'background.remove',
  nsfw: 'safe',
}

/** A source whose size decides nothing. */
const unseen = { width: 1000, height: 1000 }

/**
 * Refuses what cannot be done, before any source is opened.
 * @throws DarkroomError REMOTE_NOT_CONFIGURED or NOT_SUPPORTED; both name the fields.
 */
export function refuse(request: CanonicalRequest, hasRemote: boolean): void {
  const fields = generativeFields(request)
  if (fields.length > 0 && !hasRemote) {
    throw new DarkroomError(
      'REMOTE_NOT_CONFIGURED',
      `Expected a remote service for ${fields.join(', ')}, but none is configured`,
      { path: fields[0] ?? 'remote' },
    )
  }
  const missing = stepsOf(request, unseen, defaultLimits).flatMap(withInner).filter(isNotBuilt)
  const [first] = missing
  if (!first) return
  const names = missing.map(({ op }) => op).join(', ')
  throw new DarkroomError('NOT_SUPPORTED', `${names}: not supported yet`, {
    path: fieldOf[first.op],
  })
}

type Missing = Extract<Step, { op: (typeof notBuilt)[number] }>

const withInner = (step: Step): Step[] => ('between' in step ? [step, ...step.between] : [step])

const isNotBuilt = (step: Step): step is Missing =>
  (notBuilt as readonly string[]).includes(step.op)
