/**
 * Calls `start`, which creates the runtime's memory. Shared memory may be reserved whole when it is created, as on iOS, which
 * refuses the runtime's 4 GiB at times: then half as much is asked for, and so on.
 */
export async function withAffordableMemory<T>(start: () => Promise<T>): Promise<T> {
  const { Memory } = WebAssembly
  WebAssembly.Memory = new Proxy(Memory, {
    construct: (_, [descriptor]: [WebAssembly.MemoryDescriptor]) => affordable(Memory, descriptor),
  })
  try {
    return await start()
  } finally {
    WebAssembly.Memory = Memory
  }
}

function affordable(
  Memory: typeof WebAssembly.Memory,
  descriptor: WebAssembly.MemoryDescriptor,
): WebAssembly.Memory {
  try {
    return new Memory(descriptor)
  } catch (error) {
    const { initial, maximum = 0, shared } = descriptor
    const half = Math.floor(maximum / 2)
    if (!shared || half < Math.max(initial, 1)) throw error
    return affordable(Memory, { ...descriptor, maximum: half })
  }
}
