import { together } from '../async/together.ts'
import type { WorkEvents } from '../engine/client.ts'
import { outsideBoxes } from '../plan/boxes.ts'
import { framedSize } from '../plan/framing.ts'
import { limitedLengths } from '../plan/limited-lengths.ts'
import { checkRequestedSize, type Limits } from '../plan/limits.ts'
import { type LocalPlan, type Plan, plan } from '../plan/plan.ts'
import { limitedSizes } from '../plan/sizes.ts'
import { split } from '../plan/split.ts'
import { targetSize } from '../plan/target-size.ts'
import { isGenerative } from '../request/generative.ts'
import { ineffectiveAtService } from '../request/ineffective.ts'
import type { NormalizedRequest } from '../request/normalize.ts'
import { DarkroomError, isDarkroomError, unexpected } from '../shared/errors.ts'
import type { ImageInputs } from '../shared/image-source.ts'
import type { Warning } from '../shared/warning.ts'
import type { ExecutionContext, PreparedLocal, PreparedRemote, PreparedRequest } from './context.ts'
import { canFallBack, fallbackPlan } from './fallback.ts'
import { admit } from './memory.ts'
import { type Opening, openOthers, openSource } from './open-inputs.ts'

const converted: Warning = {
  code: 'CONVERTED',
  path: 'url',
  message:
    'The colours of url were not RGB, or RGB of a kind that results do not state: they were converted to sRGB, without their profile',
}

const firstFrame = (path: string): Warning => ({
  code: 'FIRST_FRAME',
  path,
  message: `${path} is an animation: its first frame was used`,
})

/**
 * Opens the images of a request, reads their headers, and makes the plan.
 * @throws DarkroomError BAD_REQUEST on `url` if it needs one image and has none, on `urls` if it has several.
 */
export async function prepare(
  request: NormalizedRequest,
  context: ExecutionContext,
  signal: AbortSignal,
  events: WorkEvents = { onRetry: () => {} },
): Promise<PreparedRequest> {
  try {
    return await prepareLocally(request, context, signal, events)
  } catch (error) {
    if (isDarkroomError(error) && canFallBack(request, error, context))
      return fallenBack(request, context.limits)
    throw error
  }
}

function fallenBack(request: NormalizedRequest, limits: Limits): PreparedRequest {
  const whole = prepared(request, {}, fallbackPlan(request), limits) as PreparedRemote
  return { ...whole, warnings: ineffectiveAtService(request, true) }
}

async function prepareLocally(
  request: NormalizedRequest,
  context: ExecutionContext,
  signal: AbortSignal,
  events: WorkEvents,
): Promise<PreparedRequest> {
  if (request.urls) {
    const message = 'Expected url, as a plan is of one image, but received urls'
    throw new DarkroomError('BAD_REQUEST', message, { path: 'urls' })
  }
  if (request.url === undefined && !isGenerative(request)) {
    throw unexpected('url', 'one image', undefined)
  }
  checkRequestedSize(request, context.limits)
  const opening = { request, context, events }
  // The source is planned for while the other images are read.
  const [ready, others] = await together(signal, [
    (signal) => prepareSource({ ...opening, signal }),
    (signal) => openOthers({ ...opening, signal }),
  ])
  Object.assign(ready.inputs, others.inputs)
  ready.warnings.push(...others.animated.map(firstFrame))
  return ready
}

async function prepareSource(opening: Opening): Promise<PreparedRequest> {
  const { request, context, signal, events } = opening
  const { engine, limits } = context
  const { source, info, sized } = await openSource(opening)
  const ready = prepared(request, source ? { source } : {}, plan(sized, info, limits), limits)
  if (info) {
    const picture = framedSize(sized, info)
    ready.warnings.push(
      ...outsideBoxes(sized, info),
      ...limitedLengths(request, targetSize(sized, picture), picture),
      ...limitedSizes(sized, picture),
    )
  }
  if (ready.segments) return ready
  const demand = await engine.demand(ready.inputs.source, ready.plan, signal, events)
  return { ...ready, demand, settings: await admit(request, ready.plan, demand, context, signal) }
}

/** What will be executed, and what the caller should know of it. */
function prepared(
  request: NormalizedRequest,
  inputs: Partial<ImageInputs>,
  plan: Plan,
  limits: Limits,
): PreparedRemote | Omit<PreparedLocal, 'demand' | 'settings'> {
  const segments = split(plan, limits)
  const warnings = [
    ...(plan.source?.converted ? [converted] : []),
    // The service gets the file as it is, unless steps come before.
    ...(plan.source?.animated && (!segments || segments.before) ? [firstFrame('url')] : []),
    ...(segments ? ineffectiveAtService(request, false) : []),
  ]
  if (segments) return { request, inputs, plan, warnings, segments }
  // A plan without a remote step has a source.
  return { request, inputs: inputs as ImageInputs, plan: plan as LocalPlan, warnings }
}
