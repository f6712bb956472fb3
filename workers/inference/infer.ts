import type { FixedInputModel } from '../../models/models.ts'
import type { Size } from '../../src/plan/size.ts'
import type { RasterImage } from '../image/image.ts'
import type { InferenceContext } from './context.ts'
import { runOnGpuOrWasm } from './give-up.ts'
import { assertNothingRefused } from './gpu/refused.ts'
import type { LoadedModel } from './loaded-model.ts'

/** The outputs of a model by name. */
export type ModelOutputs = Record<string, Float32Array>

/**
 * Runs a model of one input size.
 * @param values - float32 [1,channels,height,width].
 * @param outputNames - the outputs to compute; all by default.
 * @param size - of one that takes others too on WASM; its own by default.
 */
export async function infer(
  values: Float32Array,
  loaded: LoadedModel<FixedInputModel>,
  context: Pick<InferenceContext, 'checkpoint' | 'explain'>,
  outputNames: readonly string[] = loaded.session.outputNames,
  size: Size = loaded.model,
): Promise<ModelOutputs> {
  await context.checkpoint()
  return runOnGpuOrWasm(loaded, context, async (used) => {
    const { device, pace, recheck } = used
    await recheck?.beforeRun()
    const computed = compute(values, used, outputNames, size)
    const results = await (pace?.wait(computed, size.width * size.height) ?? computed)
    assertNothingRefused(device.gpu)
    return results
  })
}

async function compute(
  values: Float32Array,
  { ort, session, model }: LoadedModel<FixedInputModel>,
  outputNames: readonly string[],
  { width, height }: Size,
): Promise<ModelOutputs> {
  const name = session.inputNames[0] as string
  const { channels = 3 } = model
  const input = new ort.Tensor('float32', values, [1, channels, height, width])
  const outputs = await session.run({ [name]: input }, outputNames)
  const results: ModelOutputs = {}
  for (const output of outputNames) {
    const tensor = outputs[output]
    if (!tensor) continue
    results[output] = (await tensor.getData(true)) as Float32Array
    tensor.dispose()
  }
  return results
}

/** Runs a model for its first output: the mask or the image. Others are of use in training only. */
export async function inferFirst(
  values: Float32Array,
  loaded: LoadedModel<FixedInputModel>,
  context: Pick<InferenceContext, 'checkpoint' | 'explain'>,
  size?: Size,
): Promise<Float32Array> {
  const first = loaded.session.outputNames[0] as string
  return (await infer(values, loaded, context, [first], size))[first] as Float32Array
}

/** An image as model input: planes of red, green and blue, normalized by the model's mean and deviation. */
export function normalizeInput(
  { pixels, width, height }: RasterImage,
  { mean, deviation, stretched }: FixedInputModel,
): Float32Array {
  const plane = width * height
  const values = new Float32Array(3 * plane)
  const white = stretched ? Math.max(1, maxColor(pixels)) : 255
  for (let i = 0; i < plane; i++) {
    for (const c of [0, 1, 2] as const) {
      values[c * plane + i] = ((pixels[i * 4 + c] as number) / white - mean[c]) / deviation[c]
    }
  }
  return values
}

function maxColor(pixels: Uint8ClampedArray): number {
  let max = 0
  for (let i = 0; i < pixels.length; i++) {
    if (i % 4 !== 3 && (pixels[i] as number) > max) max = pixels[i] as number
  }
  return max
}
