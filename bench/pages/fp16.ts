import { type ImageToImageModel, type ImageToImageModelName, models } from '../../models/models.ts'
import { crop } from '../../scripts/lib/pictures.ts'
import { load } from '../../scripts/lib/plain-session.ts'
import { floatsOf, tensorOf } from '../../workers/inference/fp16/tensors.ts'
import { toFp16 } from '../../workers/inference/fp16/to-fp16.ts'
import { check } from '../../workers/inference/gpu/check.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'
import { Sessions } from '../../workers/inference/sessions.ts'
import { withStrengths } from '../../workers/inference/strengths.ts'

declare global {
  interface Window {
    fp16: typeof fp16
  }
}

/** Side of the middles of photographs, in pixels: a GPU in software takes seconds for one. */
const SIDE = 128

type Where = 'wasm' | 'webgpu'
type Loaded = LoadedModel<ImageToImageModel>

const fp16 = {
  networks: () =>
    (Object.keys(models) as ImageToImageModelName[]).filter((name) => 'halo' in models[name]),

  hasGpu: async () => (await navigator.gpu?.requestAdapter())?.features.has('shader-f16') ?? false,

  /** How far a network in fp16 is from its stored answer, and from itself in fp32 on photographs: in steps of 8 bits. */
  async measure(name: ImageToImageModelName, where: Where, photographs: string[]) {
    const [full, half] = [await load(name), await inFp16(name, where)]
    const { difference } = await check(name, half)
    let [most, squares, count] = [0, 0, 0]
    for (const path of photographs) {
      const input = await middle(path)
      const [expected, values] = [await output(full, input), await output(half, input)]
      for (const [i, value] of values.entries()) {
        const [byte, other] = [byteOf(value), byteOf(expected[i] as number)]
        most = Math.max(most, Math.abs(value - (expected[i] as number)))
        squares += (byte - other) ** 2
        count++
      }
    }
    await half.session.release()
    const psnr = 10 * Math.log10(255 ** 2 / (squares / count))
    const declared = half.model.precision ?? 'fp16'
    return { declared, check: (difference ?? Number.NaN) * 255, most: most * 255, psnr }
  },
}

const byteOf = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255)

const sessions = new Sessions('webgpu')

async function inFp16(name: ImageToImageModelName, where: Where): Promise<Loaded> {
  const loaded = await load(name)
  const bytes = toFp16(new Uint8Array(await (await fetch(loaded.model.url)).arrayBuffer()))
  if (where === 'wasm') {
    const session = await loaded.ort.InferenceSession.create(bytes)
    return {
      ...loaded,
      session: withStrengths(session, loaded.ort, loaded.model),
      precision: 'fp16',
    }
  }
  const { ort, device } = await sessions.open()
  const executionProviders = [{ name: 'webgpu', device: device.gpu as GPUDevice } as const]
  const session = await ort.InferenceSession.create(bytes, { executionProviders })
  const { model } = loaded
  return { model, ort, device, session: withStrengths(session, ort, model), precision: 'fp16' }
}

async function middle(path: string): Promise<Float32Array> {
  const file = await (await fetch(path)).blob()
  const { width, height } = await createImageBitmap(file)
  const { data } = await crop(file, (width - SIDE) >> 1, (height - SIDE) >> 1, SIDE, SIDE)
  const values = new Float32Array(3 * SIDE ** 2)
  for (let i = 0; i < SIDE ** 2; i++)
    for (let c = 0; c < 3; c++) values[c * SIDE ** 2 + i] = (data[i * 4 + c] as number) / 255
  return values
}

async function output({ ort, session, precision }: Loaded, input: Float32Array) {
  const tensor = tensorOf(ort, input, [1, 3, SIDE, SIDE], precision)
  const { output } = await session.run({ input: tensor })
  if (!output) throw new Error('the network has no output of that name')
  const values = Float32Array.from(floatsOf(await output.getData(true)))
  output.dispose()
  return values
}

window.fp16 = fp16
