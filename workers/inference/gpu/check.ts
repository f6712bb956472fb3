import type { ImageToImageModel, ImageToImageModelName, ModelName } from '../../../models/models.ts'
import type { Size } from '../../../src/plan/size.ts'
import type { ModelCheck } from '../../../src/shared/worker/api.ts'
import { floatsOf, tensorOf } from '../fp16/tensors.ts'
import { STRIDE } from '../known-answers.ts'
import { type LoadedModel, precisionOf } from '../loaded-model.ts'
import { wrongAnswer } from '../wrong-answer.ts'
import { assertNothingRefused } from './refused.ts'
import { tileDifference } from './tile-check.ts'

/** They are here by now: `loadGpuPart` loads them. */
const loadAnswers = async () => (await import('../../../models/checks.json')).default

/** The test image of models that take any size. */
const ANY_SIZE = { width: 16, height: 16, channels: 3 }
/**
 * For values up to 1, in fp32 half a step of 8 bits: correct providers differ by less than a tenth of it. In fp16 a whole
 * one; docs/fp16.md has what each network differs by.
 */
const TOLERANCE = { fp32: 0.5 / 255, fp16: 1 / 255, int8: 2 / 255 }

/**
 * Runs a model on the input of `models/build/checks.py` and compares its output with the stored one. Rejects where the
 * run fails.
 */
export async function check(model: ModelName, loaded: LoadedModel): Promise<ModelCheck> {
  await outputValues(loaded)
  const start = performance.now()
  const difference = await differenceOf(model, loaded)
  const ms = Math.round(performance.now() - start)
  const why = explainDifference(difference, loaded)
  const { provider } = loaded.device
  const precision = precisionOf(loaded)
  return { model, provider, precision, ok: !why, ms, difference, ...(why && { why }) }
}

/** @throws Error where the output differs: some drivers compute wrongly without reporting an error. */
export async function assertAnswer(model: ModelName, loaded: LoadedModel): Promise<void> {
  const why = explainDifference(await differenceOf(model, loaded), loaded)
  if (why) throw wrongAnswer(`${model}: ${why}`)
}

/** @throws Error where a tile of that shape is computed wrongly: onnxruntime chooses shaders by shapes. */
export async function assertTile(
  model: ImageToImageModelName,
  loaded: LoadedModel<ImageToImageModel>,
  shape: Size,
): Promise<void> {
  const { tiles } = await loadAnswers()
  const difference = await tileDifference(loaded, shape, tiles[model])
  assertNothingRefused(loaded.device.gpu)
  const why = explainDifference(difference, loaded)
  if (why) throw wrongAnswer(`${model}: ${why} in a tile of ${shape.width} x ${shape.height}`)
}

/** The largest difference from the stored output, relative where values exceed 1. */
async function differenceOf(model: ModelName, loaded: LoadedModel): Promise<number> {
  const answers = await loadAnswers()
  const output = await outputValues(loaded)
  const stored: number[] =
    (loaded.int8 && answers.int8[model as keyof typeof answers.int8]) ?? answers[model]
  const stride = Math.max(STRIDE, Math.floor(output.length / stored.length))
  const differences = stored.map(
    (expected, i) =>
      Math.abs((output[(i * stride) % output.length] as number) - expected) /
      Math.max(1, Math.abs(expected)),
  )
  return Math.max(...differences)
}

// Written so that NaN differs.
const explainDifference = (difference: number, loaded: LoadedModel) =>
  difference < TOLERANCE[precisionOf(loaded)]
    ? undefined
    : `it differs from its stored answer by ${difference.toPrecision(2)}`

/** The values of all outputs, in the order of their names. */
async function outputValues({
  ort,
  session,
  model,
  device,
  precision,
}: LoadedModel): Promise<number[]> {
  const { width, height, channels = 3 } = 'width' in model ? model : ANY_SIZE
  const dims = [1, channels, height, width]
  const input = tensorOf(ort, image(channels, width, height), dims, precision)
  const outputs = await session.run({ input })
  const values: number[] = []
  for (const name of Object.keys(outputs).sort()) {
    const output = outputs[name] as (typeof outputs)[string]
    for (const value of floatsOf(await output.getData(true))) values.push(value)
    output.dispose()
  }
  assertNothingRefused(device.gpu)
  return values
}

/** The formula is that of `models/build/checks.py`. */
function image(channels: number, width: number, height: number): Float32Array {
  const values = new Float32Array(channels * width * height)
  values.forEach((_, i) => {
    const column = i % width
    const row = Math.floor(i / width) % height
    const channel = Math.floor(i / (width * height))
    const waves =
      0.5 +
      0.25 * Math.sin(0.9 * column + 0.3 * channel) +
      0.1 * Math.cos(0.7 * row - 0.5 * channel)
    values[i] = waves + (row > column ? 0.1 : -0.1)
  })
  return values
}
