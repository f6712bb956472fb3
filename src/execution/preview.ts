import type { RunEvents } from '../engine/client.ts'
import { previewPlan } from '../plan/preview.ts'
import type { RunResult } from '../shared/worker/api.ts'
import type { ExecutionContext, PreparedRequest } from './context.ts'

/**
 * Runs the plan on a small copy of the source. Resolves with undefined where no preview is planned, and where it fails: the
 * job goes on. Images that ended their page get none.
 */
export async function runPreview(
  { request, inputs, plan, segments }: PreparedRequest,
  { engine, limits }: ExecutionContext,
  signal: AbortSignal,
  { place, guard, settings, onStart }: RunEvents,
): Promise<RunResult | undefined> {
  if (segments || settings?.tiles === 'small') return undefined
  try {
    const small = previewPlan(request, plan, limits)
    if (!small) return undefined
    return await engine.run(inputs, small, signal, {
      ...(place && { place }),
      ...(guard && { guard }),
      settings: { draft: true },
      onStart,
      onRetry: () => {},
      onProgress: () => {},
    })
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}
