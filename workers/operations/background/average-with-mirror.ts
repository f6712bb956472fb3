import type { FixedInputModel } from '../../../models/models.ts'
import { flipPlanes } from '../../image/flip.ts'
import type { InferenceContext } from '../../inference/context.ts'
import { infer } from '../../inference/infer.ts'
import type { LoadedModel } from '../../inference/loaded-model.ts'

const LEFT_RIGHT = { x: true, y: false }

/**
 * The mean of what a network answered to an input and of what it answers to the mirror image, mirrored back: planes of the
 * input's size. The input stays mirrored.
 */
export async function averageWithMirror<Name extends string>(
  outputs: Record<Name, Float32Array>,
  input: Float32Array,
  loaded: LoadedModel<FixedInputModel>,
  context: Pick<InferenceContext, 'checkpoint' | 'explain'>,
): Promise<Record<Name, Float32Array>> {
  flipPlanes(input, loaded.model, LEFT_RIGHT)
  const mirrored = await infer(input, loaded, context, Object.keys(outputs))
  const means = { ...outputs }
  for (const name of Object.keys(outputs) as Name[]) {
    const others = mirrored[name] as Float32Array
    flipPlanes(others, loaded.model, LEFT_RIGHT)
    means[name] = outputs[name].map((value, i) => (value + (others[i] as number)) / 2)
  }
  return means
}
