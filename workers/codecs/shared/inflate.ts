import { concatBytes } from './bytes.ts'

/** Maximum ratio of deflate: bytes that one byte can become. */
export const MAX_INFLATED = 1032

const LEAST_PIECE = 1024
const LARGEST_PIECE = 65_536

/**
 * The packed bytes in pieces that become at most `max` bytes, or 1 MB: what is written at once is inflated at once, however
 * little of it is read.
 */
function pieces(packed: Uint8Array, max: number): ReadableStream<BufferSource> {
  const length = Math.min(LARGEST_PIECE, Math.max(LEAST_PIECE, Math.floor(max / MAX_INFLATED)))
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        if (at < packed.length) controller.enqueue(packed.slice(at, at + length))
        else controller.close()
        at += length
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * Inflates at most `max` bytes, so that a small file cannot fill the memory.
 * @throws RangeError if the stream is invalid or ends too early
 */
export async function inflate(
  packed: Uint8Array,
  max: number,
  format: 'gzip' | 'deflate' = 'deflate',
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = pieces(packed, max).pipeThrough(new DecompressionStream(format)).getReader()
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
