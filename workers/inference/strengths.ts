import type { InferenceSession } from 'onnxruntime-web'
import type { Model } from '../../models/models.ts'
import { tensorOf } from './fp16/tensors.ts'
import type { Runtime } from './runtime.ts'

/** A session that is told what to remove in each run, where its network asks for it. */
export function withStrengths(
  session: InferenceSession,
  ort: Runtime,
  model: Model,
): InferenceSession {
  if (!('strengths' in model && model.strengths)) return session
  const [input] = session.inputMetadata as readonly { type?: string }[]
  const precision = input?.type === 'float16' ? 'fp16' : 'fp32'
  const strengths = tensorOf(ort, Float32Array.from(model.strengths), [1, 4], precision)
  const run = session.run.bind(session) as (...args: unknown[]) => Promise<never>
  return Object.assign(session, {
    run: (feeds: object, ...rest: unknown[]) => run({ ...feeds, strengths }, ...rest),
  })
}
