import { afterEach, expect, it, vi } from 'vitest'
import { inflate } from '../../workers/codecs/shared/inflate.ts'

const Native = DecompressionStream

const deflated = async (bytes: Uint8Array<ArrayBuffer>) => {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Counts what decompressors are given. */
function countFed() {
  const fed = { bytes: 0 }
  class Counting {
    readable: ReadableStream
    writable: WritableStream
    constructor(format: CompressionFormat) {
      const native = new Native(format)
      const counting = new TransformStream<Uint8Array<ArrayBuffer>, BufferSource>({
        transform(chunk, controller) {
          fed.bytes += chunk.length
          controller.enqueue(chunk)
        },
      })
      counting.readable.pipeTo(native.writable).catch(() => {})
      this.readable = native.readable
      this.writable = counting.writable
    }
  }
  vi.stubGlobal('DecompressionStream', Counting)
  return fed
}

afterEach(() => void vi.unstubAllGlobals())

it('stops soon after its limit', async () => {
  const packed = await deflated(new Uint8Array(100e6))
  expect(packed.length).toBeGreaterThan(90_000)
  const fed = countFed()
  expect((await inflate(packed, 5_000)).length).toBe(5_000)
  expect(fed.bytes).toBeLessThan(8_000)
})

it('inflates what fits, in any number of pieces', async () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, i) => (i * i) >> 5)
  expect(await inflate(await deflated(bytes), 1e6)).toEqual(bytes)
  await expect(inflate((await deflated(bytes)).subarray(0, 90), 1e6)).rejects.toThrow(RangeError)
})
