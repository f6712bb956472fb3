import type { Size } from '../../../src/contract/plan/size.ts'
import { add, pack, type Shader, unpack, WORKGROUP_SIDE, wgsl } from './shaders.ts'

/** A shader bound to its buffers: queues it for the area of `width` x `height`. */
export type Kernel<S extends Shader> = (
  parameters: Record<S['parameters'][number], number> & Size,
) => void

const shaders = { pack, add, unpack }
type Name = keyof typeof shaders
type Pipelines = Record<Name, GPUComputePipeline>

const compiled = new WeakMap<GPUDevice, Promise<Pipelines>>()

/** The shaders of a device, compiled once. */
export function pipelinesOf(gpu: GPUDevice): Promise<Pipelines> {
  const pipelines = compiled.get(gpu) ?? compile(gpu)
  compiled.set(gpu, pipelines)
  return pipelines
}

async function compile(gpu: GPUDevice): Promise<Pipelines> {
  const pipelines = Object.entries(shaders).map(async ([name, shader]) => {
    const module = gpu.createShaderModule({ code: wgsl(shader) })
    const compute = { module, entryPoint: 'main' }
    return [name, await gpu.createComputePipelineAsync({ layout: 'auto', compute })] as const
  })
  return Object.fromEntries(await Promise.all(pipelines)) as Pipelines
}

/** Binds a shader to its parameters' buffer and to the storage buffers of bindings 1, 2, … */
export function bind<N extends Name>(
  gpu: GPUDevice,
  pipelines: Pipelines,
  name: N,
  parameterBuffer: GPUBuffer,
  storage: GPUBuffer[],
): Kernel<(typeof shaders)[N]> {
  const pipeline = pipelines[name]
  const names: readonly string[] = shaders[name].parameters
  const group = gpu.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [parameterBuffer, ...storage].map((buffer, binding) => ({
      binding,
      resource: { buffer },
    })),
  })
  return (parameters) => {
    const values = names.map((name) => (parameters as Record<string, number>)[name] as number)
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
