/**
 * Inflates a zlib stream. Returns at most `size` bytes, fewer where the data ends before; what follows is never
 * inflated, so that a small file cannot fill the memory.
 */
export async function inflate(
  bytes: Uint8Array,
  size: number,
  format: CompressionFormat = 'deflate',
): Promise<Uint8Array> {
  const out = new Uint8Array(size)
  let to = 0
  const inflated = new Blob([new Uint8Array(bytes)]).stream()
  const reader = inflated.pipeThrough(new DecompressionStream(format)).getReader()
  while (to < size) {
    const { value, done } = await reader.read()
    if (done) break
    const part = value.subarray(0, size - to)
    out.set(part, to)
    to += part.length
  }
  // What a stream says after its picture is complete is of no interest.
  await reader.cancel().catch(() => undefined)
  return out.subarray(0, to)
}
