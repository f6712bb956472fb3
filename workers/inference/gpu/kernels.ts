import type { Size } from '../../../src/plan/size.ts'
import { add, addFp16 } from './add.ts'
import { pack, packFp16 } from './pack.ts'
import { type Shader, WORKGROUP_SIDE, wgsl } from './shader.ts'
import { unpack, unpackFp16 } from './unpack.ts'

/** A shader bound to its buffers: queues it for the area of `width` x `height`. */
export type Kernel<S extends Shader> = (
  parameters: Record<S['parameters'][number], number> & Size,
) => void

const shaders = { pack, packFp16, add, addFp16, unpack, unpackFp16 }
type Name = keyof typeof shaders

const compiled = new WeakMap<GPUDevice, Partial<Record<Name, Promise<GPUComputePipeline>>>>()

/** A shader of a device, compiled once. */
function pipelineOf(gpu: GPUDevice, name: Name): Promise<GPUComputePipeline> {
  const pipelines = compiled.get(gpu) ?? {}
  compiled.set(gpu, pipelines)
  pipelines[name] ??= compile(gpu, shaders[name])
  return pipelines[name]
}

function compile(gpu: GPUDevice, shader: Shader): Promise<GPUComputePipeline> {
  const module = gpu.createShaderModule({ code: wgsl(shader) })
  const compute = { module, entryPoint: 'main' }
  return gpu.createComputePipelineAsync({ layout: 'auto', compute })
}

/** Compiles a shader, and returns what binds it to its parameters' buffer and to the storage buffers of bindings 1, 2, … */
export async function kernel<N extends Name>(gpu: GPUDevice, name: N) {
  const pipeline = await pipelineOf(gpu, name)
  return (parameterBuffer: GPUBuffer, storage: GPUBuffer[]): Kernel<(typeof shaders)[N]> =>
    bind(gpu, pipeline, shaders[name].parameters, [parameterBuffer, ...storage])
}

function bind(
  gpu: GPUDevice,
  pipeline: GPUComputePipeline,
  names: readonly string[],
  [parameterBuffer, ...storage]: [GPUBuffer, ...GPUBuffer[]],
) {
  const group = gpu.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [parameterBuffer, ...storage].map((buffer, binding) => ({
      binding,
      resource: { buffer },
    })),
  })
  return (parameters: Record<string, number> & Size) => {
    const values = names.map((name) => parameters[name] as number)
    gpu.queue.writeBuffer(parameterBuffer, 0, Uint32Array.from(values))
    const encoder = gpu.createCommandEncoder()
    const pass = encoder.beginComputePass()
    pass.setPipeline(pipeline)
    pass.setBindGroup(0, group)
    const groups = (length: number) => Math.ceil(length / WORKGROUP_SIDE)
    pass.dispatchWorkgroups(groups(parameters.width), groups(parameters.height))
    pass.end()
    gpu.queue.submit([encoder.finish()])
  }
}
