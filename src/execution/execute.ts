import type { ImageInputs } from '../contract/image-source.ts'
import type { LocalPlan } from '../contract/plan/plan.ts'
import { split } from '../contract/plan/split.ts'
import type { NormalizedRequest } from '../contract/request/normalize.ts'
import type { Warning } from '../contract/warning.ts'
import type { RunResult } from '../contract/worker/api.ts'
import type { RunEvents } from '../engine/client.ts'
import type { ExecutionContext } from './context.ts'
import { prepare } from './prepare.ts'
import { type RemoteEvents, runWithRemote } from './run-remote.ts'

/** Events of an execution. */
export interface ExecutionEvents extends RunEvents, RemoteEvents {
  onWarning(warning: Warning): void
}

const converted: Warning = {
  code: 'CONVERTED',
  path: 'url',
  message: 'The colours of url were not RGB: they were converted to sRGB, without their profile',
}

const withoutExif: Warning = {
  code: 'IGNORED',
  path: 'keep_exif',
  message: 'The image that came back from the remote service has no EXIF of the source',
}

/** Executes a normalized request: on the device, or in part at the remote service. */
export async function execute(
  request: NormalizedRequest,
  context: ExecutionContext,
  signal: AbortSignal,
  events: ExecutionEvents,
): Promise<RunResult> {
  const prepared = await prepare(request, context, signal, events.onRetry)
  const { inputs, plan } = prepared
  if (plan.source?.converted) events.onWarning(converted)
  const parts = split(plan, context.limits)
  if (parts && plan.output.exif) events.onWarning(withoutExif)
  if (parts) return runWithRemote(prepared, parts, context, signal, events)
  // A plan without a remote step has a source.
  return context.engine.run(inputs as ImageInputs, plan as LocalPlan, signal, events)
}
