import { availableParallelism } from 'node:os'

/** Gives Node the WebGPU of browsers, by npm's `webgpu`, which is Dawn, Chromium's own. */
export async function useDawn(module: string): Promise<void> {
  const { create, globals } = await import(module)
  Object.assign(globalThis, globals)
  const value = { gpu: create([]), userAgent: 'node', hardwareConcurrency: availableParallelism() }
  Object.defineProperty(globalThis, 'navigator', { value, configurable: true })
  takeSharedMemory()
}

/** Browsers upload from shared memory, where onnxruntime has its weights; Dawn's bindings refuse it. */
function takeSharedMemory(): void {
  const { writeBuffer } = GPUQueue.prototype
  GPUQueue.prototype.writeBuffer = function (buffer, offset, data, from = 0, size) {
    const view = ArrayBuffer.isView(data) ? (data as Uint8Array) : new Uint8Array(data)
    const count = size ?? view.length - from
    const start = view.byteOffset + from * view.BYTES_PER_ELEMENT
    const bytes = new Uint8Array(view.buffer, start, count * view.BYTES_PER_ELEMENT)
    writeBuffer.call(this, buffer, offset, bytes.slice())
  }
}
