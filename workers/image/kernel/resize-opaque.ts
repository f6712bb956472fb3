import type { Size } from '../../../src/plan/size.ts'
import { type Filter, type FilterWeights, filterWeights } from '../filter-weights.ts'
import type { RasterImage } from '../image.ts'
import { kernelWasm } from './kernel-wasm.ts'

/** The library's module, in whose memory the kernel works: two heaps that never shrink would take twice as much. */
interface Heap {
  memory: WebAssembly.Memory
  __wbindgen_malloc(bytes: number, alignment: number): number
  __wbindgen_free(address: number, bytes: number, alignment: number): void
}

/** The functions of kernel.wat, whose numbers are addresses and counts. */
type Kernel = Record<'sumRows' | 'sumColumns', (...args: number[]) => void>

type ResizeOpaque = (
  image: RasterImage,
  to: Size & { filter: Filter },
) => Uint8ClampedArray<ArrayBuffer>

/** The integer that stands for a weight of 1. */
const ONE = 1 << 14
/** Bytes of a v128. */
const ALIGNMENT = 16

/**
 * Resizes as the library does without regard to alpha, but for rounding, and several times as fast. Undefined where
 * WebAssembly has no SIMD.
 */
export function loadResizeOpaque(heap: Heap): ResizeOpaque | undefined {
  const bytes = Uint8Array.from(atob(kernelWasm), (character) => character.charCodeAt(0))
  if (!WebAssembly.validate(bytes)) return undefined
  const imports = { env: { memory: heap.memory } }
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports)
  return (image, to) => resizeOpaque(exports as Kernel, heap, image, to)
}

/** Scales the columns first: one row of sums is all that lies between the two passes. */
function resizeOpaque(
  { sumRows, sumColumns }: Kernel,
  { memory, __wbindgen_malloc, __wbindgen_free }: Heap,
  image: RasterImage,
  { width, height, filter }: Size & { filter: Filter },
): Uint8ClampedArray<ArrayBuffer> {
  const down = filterWeights(image.height, height, filter)
  const across = filterWeights(image.width, width, filter)
  const pairs = Math.ceil(down.taps / 2)
  const stride = 4 * image.width
  const inputs = [
    image.pixels,
    inPairs(down, pairs),
    across.starts.map((start) => 16 * start),
    across.weights.map((weight) => weight / ONE),
  ]
  const inputBytes = inputs.reduce((sum, { byteLength }) => sum + byteLength, 0)
  // The kernel works on 16 bytes of a row at a time, so that it writes up to 48 more of the sums.
  const sumBytes = 4 * stride + 48
  const bytes = inputBytes + sumBytes + 4 * width
  const start = __wbindgen_malloc(bytes, ALIGNMENT)
  try {
    const heap = new Uint8Array(memory.buffer, start, bytes)
    let end = 0
    const [rows, downAt, startsAt, acrossAt] = inputs.map(({ buffer, byteOffset, byteLength }) => {
      heap.set(new Uint8Array(buffer, byteOffset, byteLength), end)
      end += byteLength
      return start + end - byteLength
    }) as [number, number, number, number]
    const sums = start + inputBytes
    const row = sums + sumBytes
    const pixels = new Uint8ClampedArray(4 * width * height)
    for (let y = 0; y < height; y++) {
      sumRows(rows + stride * (down.starts[y] as number), stride, downAt + 4 * pairs * y, pairs, sums) // biome-ignore format: a line
      sumColumns(sums, startsAt, acrossAt, across.taps, row, width)
      pixels.set(heap.subarray(row - start), 4 * width * y)
    }
    return pixels
  } finally {
    __wbindgen_free(start, bytes, ALIGNMENT)
  }
}

/** Integer weights, an even number for each row. Their sum is exact, so that plain areas stay as they are. */
function inPairs({ taps, weights }: FilterWeights, pairs: number): Int16Array<ArrayBuffer> {
  const even = new Int16Array((weights.length / taps) * 2 * pairs)
  for (let i = 0, row = 0; i < weights.length; i += taps, row += 2 * pairs) {
    let sum = 0
    let rounded = 0
    for (let tap = 0; tap < taps; tap++) {
      sum += (weights[i + tap] as number) * ONE
      const weight = Math.round(sum) - rounded
      even[row + tap] = weight
      rounded += weight
    }
  }
  return even
}
