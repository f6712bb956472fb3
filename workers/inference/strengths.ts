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
  const [input] = session.inputMetadata
  const inFp16 = input?.isTensor && input.type === 'float16'
  const values = Float32Array.from(model.strengths)
  const told = { strengths: tensorOf(ort, values, [1, values.length], inFp16 ? 'fp16' : 'fp32') }
  const run = session.run.bind(session) as (...args: unknown[]) => Promise<never>
  return Object.assign(session, {
    run: (feeds: object, ...rest: unknown[]) => run({ ...feeds, ...told }, ...rest),
  })
}
