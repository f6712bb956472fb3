import { concatBytes } from './bytes.ts'

/** Bytes that a byte can become, at most: what deflate says of a run. */
export const MOST_INFLATED = 1032

/**
 * Inflates at most `most` bytes, so that a small file cannot fill the memory.
 * @throws RangeError where the stream ends too early or is none
 */
export async function inflate(
  packed: Uint8Array,
  most: number,
  format: 'gzip' | 'deflate' = 'deflate',
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([new Uint8Array(packed)])
    .stream()
    .pipeThrough(new DecompressionStream(format))
    .getReader()
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for (let next = await reader.read(); !next.done && length < most; next = await reader.read()) {
      parts.push(next.value)
      length += next.value.length
    }
  } catch (cause) {
    throw new RangeError(`Expected a ${format} stream`, { cause })
  }
  reader.cancel().catch(() => {})
  return concatBytes(parts).subarray(0, most)
}
