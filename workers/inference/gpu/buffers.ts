/** The buffers of one piece of work, which are freed together. */
export class Buffers {
  readonly #gpu: GPUDevice
  readonly #all: GPUBuffer[] = []

  constructor(gpu: GPUDevice) {
    this.#gpu = gpu
  }

  /** Storage of shaders and tensors. */
  storage(bytes: number): GPUBuffer {
    return this.#create(
      bytes,
      GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
    )
  }

  /** What JavaScript reads. */
  readable(bytes: number): GPUBuffer {
    return this.#create(bytes, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST)
  }

  /** Parameters of shaders. */
  uniform(bytes: number): GPUBuffer {
    return this.#create(bytes, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST)
  }

  destroy(): void {
    for (const buffer of this.#all) buffer.destroy()
  }

  #create(size: number, usage: number): GPUBuffer {
    const buffer = this.#gpu.createBuffer({ size, usage })
    this.#all.push(buffer)
    return buffer
  }
}

/**
 * Calls `work`, which uses the GPU without awaiting anything.
 * @throws Error where the GPU has no memory for it, or refuses it: by itself it would go on with buffers of zeros.
 */
export async function checked<T>(gpu: GPUDevice, work: () => T): Promise<T> {
  gpu.pushErrorScope('out-of-memory')
  gpu.pushErrorScope('validation')
  const result = work()
  const [invalid, memory] = await Promise.all([gpu.popErrorScope(), gpu.popErrorScope()])
  const error = invalid ?? memory
  if (error) throw new Error(error.message)
  return result
}
