import type { InferenceSession } from 'onnxruntime-web'
import type { ModelName } from '../../../models/models.ts'
import { isDarkroomError } from '../../../src/shared/errors.ts'
import { loadGpuPart } from '../load-gpu-part.ts'
import type { LoadedModel } from '../loaded-model.ts'

/**
 * Creates a session that computes in fp16, and compares its answer with the stored one. Undefined where it fails or answers
 * wrongly: the model has to run in fp32 then. Rejects where fp32 would fail alike: a part of the runtime did not load, or
 * `isGpuLost()`.
 */
export async function createInFp16(
  name: ModelName,
  parts: Pick<LoadedModel, 'model' | 'ort' | 'device'>,
  bytes: Uint8Array,
  create: (bytes: Uint8Array) => Promise<InferenceSession>,
  isGpuLost: () => boolean = () => false,
): Promise<LoadedModel | undefined> {
  let session: InferenceSession | undefined
  try {
    const { toFp16, assertAnswer } = await loadGpuPart()
    session = await create(toFp16(bytes))
    const loaded = { ...parts, session, precision: 'fp16' } as const
    await assertAnswer(name, loaded)
    return loaded
  } catch (error) {
    await session?.release().catch(() => undefined)
    if (isDarkroomError(error) || isGpuLost()) throw error
    console.warn(`Darkroom: ${name} computes in fp32`, error)
    return undefined
  }
}
