import { concatBytes } from './bytes.ts'

/** Maximum ratio of deflate: bytes that one byte can become. */
export const MAX_INFLATED = 1032

/**
 * Inflates at most `max` bytes, so that a small file cannot fill the memory.
 * @throws RangeError if the stream is invalid or ends too early
 */
export async function inflate(
  packed: Uint8Array,
  max: number,
  format: 'gzip' | 'deflate' = 'deflate',
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([new Uint8Array(packed)])
    .stream()
    .pipeThrough(new DecompressionStream(format))
    .getReader()
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for (let next = await reader.read(); !next.done && length < max; next = await reader.read()) {
      parts.push(next.value)
      length += next.value.length
    }
  } catch (cause) {
    throw new RangeError(`Expected a ${format} stream`, { cause })
  }
  reader.cancel().catch(() => {})
  return concatBytes(parts).subarray(0, max)
}
