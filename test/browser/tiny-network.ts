import type { Tensor } from 'onnxruntime-web'
import type { ImageToImageModel } from '../../models/models.ts'
import { load } from '../../scripts/lib/plain-session.ts'
import type { Precision } from '../../src/shared/worker/details.ts'
import { toFp16 } from '../../workers/inference/fp16/to-fp16.ts'
import type { LoadedModel } from '../../workers/inference/loaded-model.ts'
import { Sessions } from '../../workers/inference/sessions.ts'
import { described, type Field, node, onnx, tensor } from './onnx.ts'

type Tiny = Pick<ImageToImageModel, 'scale'> & Partial<ImageToImageModel>

/** A 3 x 3 convolution that is no mirror image of itself, and sharpens so much that checkerboards leave its range. */
const KERNEL = [0, -0.3, -0.1, -0.5, 1.9, -0.1, 0.1, 0.1, -0.1]

/** A network that takes microseconds: the convolution of each color, slightly different for each pixel of the output. */
function network(scale: number, bias: number): Uint8Array<ArrayBuffer> {
  const planes = 3 * scale ** 2
  const weights = Array.from({ length: planes * 3 }, (_, i) => {
    const [to, from] = [Math.floor(i / 3), i % 3]
    const share = to % 3 === from ? 1 + Math.floor(to / 3) / 40 : 0
    return KERNEL.map((value) => value * share)
  })
  const graph: Field[] = [
    node('Conv', ['input', 'w', 'b'], 'planes', { kernel_shape: [3, 3], pads: [1, 1, 1, 1] }),
    node('DepthToSpace', ['planes'], 'output', { blocksize: scale }),
    [2, 'tiny'],
    [5, tensor('w', [planes, 3, 3, 3], weights.flat())],
    [5, tensor('b', [planes], Array(planes).fill(bias))],
    [11, described('input', [1, 3, 'h', 'w'])],
    [12, described('output', [1, 3, 'H', 'W'])],
  ]
  return onnx(graph)
}

const sessions = new Sessions('webgpu')

const modelOf = (tiny: Tiny) =>
  ({ multiple: 1, halo: 4, tilePixels: 24 ** 2, views: 1, ...tiny }) as ImageToImageModel

/** The same tiny network on WASM and on WebGPU. */
export async function tinyNetwork(tiny: Tiny, bias = 0, precision: Precision = 'fp32') {
  const bytes = network(tiny.scale, bias)
  const model = modelOf(tiny)
  const { ort, device } = await sessions.open()
  const gpu = device.gpu as GPUDevice
  const onGpu = await ort.InferenceSession.create(precision === 'fp16' ? toFp16(bytes) : bytes, {
    executionProviders: [{ name: 'webgpu', device: gpu }],
  })
  const plain = await load('span-x2')
  const onWasm = await plain.ort.InferenceSession.create(bytes)
  return {
    wasm: { ...plain, model, session: onWasm } as LoadedModel<ImageToImageModel>,
    webgpu: {
      ort,
      device,
      model,
      session: onGpu,
      precision,
    } as LoadedModel<ImageToImageModel>,
    gpu,
  }
}

/** A stand-in for a network in fp16 that keeps its input, for GPUs that have no fp16: it copies the buffer. */
export async function copyingNetwork(views: ImageToImageModel['views'], change?: Uint16Array) {
  const { ort, device } = await sessions.open()
  const gpu = device.gpu as GPUDevice
  const run = async ({ input }: { input: Tensor }, { output }: { output: Tensor }) => {
    const [from, to] = [input.gpuBuffer as GPUBuffer, output.gpuBuffer as GPUBuffer]
    const encoder = gpu.createCommandEncoder()
    encoder.copyBufferToBuffer(from, 0, to, 0, from.size)
    gpu.queue.submit([encoder.finish()])
    if (change) gpu.queue.writeBuffer(to, 0, change)
  }
  const model = modelOf({ scale: 1, views })
  const session = { run }
  return {
    ort,
    device,
    model,
    session,
    precision: 'fp16',
  } as unknown as LoadedModel<ImageToImageModel>
}
