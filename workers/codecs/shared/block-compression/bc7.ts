import { Bits, interpolate, partitionOf, WEIGHTS } from './bptc.ts'

/**
 * The eight modes of BC7, in bits of each field. The mode is the number of zero bits before the first 1; then come partition
 * (shape), rotation, index selection, the endpoints of red, green, blue and alpha, their p-bits (lowest), and the indices.
 */
interface Mode {
  subsets: number
  shape: number
  rotation: number
  selection: number
  color: number
  alpha: number
  /** Whether there is a p-bit per endpoint, or one that both endpoints of a subset share. */
  lowest: 'none' | 'endpoint' | 'subset'
  index: number
  /** Bits of the second index, for alpha. */
  second: number
}

const mode = (
  subsets: number,
  shape: number,
  [rotation, selection]: [number, number],
  [color, alpha]: [number, number],
  lowest: Mode['lowest'],
  [index, second]: [number, number],
): Mode => ({ subsets, shape, rotation, selection, color, alpha, lowest, index, second })

const MODES = [
  mode(3, 4, [0, 0], [4, 0], 'endpoint', [3, 0]),
  mode(2, 6, [0, 0], [6, 0], 'subset', [3, 0]),
  mode(3, 6, [0, 0], [5, 0], 'none', [2, 0]),
  mode(2, 6, [0, 0], [7, 0], 'endpoint', [2, 0]),
  mode(1, 0, [2, 1], [5, 6], 'none', [2, 3]),
  mode(1, 0, [2, 0], [7, 8], 'none', [2, 2]),
  mode(1, 0, [0, 0], [7, 7], 'endpoint', [4, 0]),
  mode(2, 6, [0, 0], [5, 5], 'endpoint', [2, 0]),
]

const bits = new Bits()
/** The endpoints of red, green, blue and alpha, two a subset, six numbers a channel. */
const ends = new Uint8Array(4 * 6)
const first = new Uint8Array(16)
const second = new Uint8Array(16)

/** Decodes a block of 16 bytes to 16 RGBA pixels. A reserved mode is transparent black, as specified. */
export function bc7(bytes: Uint8Array, at: number, out: Uint8Array) {
  bits.start(bytes, at)
  let number = 0
  while (number < 8 && bits.take(1) === 0) number++
  const how = MODES[number]
  if (!how) return void out.fill(0)
  const { subset, anchors } = partitionOf(how.subsets, bits.take(how.shape))
  const rotation = bits.take(how.rotation)
  const swapped = bits.take(how.selection) === 1
  readEnds(how)
  bits.indices(how.index, anchors, first)
  if (how.second) bits.indices(how.second, anchors, second)
  else second.set(first)
  const one = { indices: first, weights: WEIGHTS[how.index] as number[] }
  const other = { indices: second, weights: WEIGHTS[how.second || how.index] as number[] }
  const [color, alpha] = swapped ? [other, one] : [one, other]
  for (let i = 0; i < 16; i++) {
    const end = (subset[i] as number) * 2
    for (let c = 0; c < 4; c++) {
      const { indices, weights } = c < 3 ? color : alpha
      const [from, to] = [ends[c * 6 + end] as number, ends[c * 6 + end + 1] as number]
      out[i * 4 + c] = interpolate(from, to, weights[indices[i] as number] as number)
    }
    if (rotation) swap(out, i * 4 + rotation - 1, i * 4 + 3)
  }
}

/** Reads the endpoints and widens them to 8 bits. */
function readEnds({ subsets, color, alpha, lowest }: Mode) {
  const count = subsets * 2
  for (let c = 0; c < 4; c++) {
    for (let i = 0; i < count; i++) ends[c * 6 + i] = bits.take(c < 3 ? color : alpha)
  }
  const shared = lowest === 'none' ? 0 : 1
  for (let i = 0; i < count; i += lowest === 'subset' ? 2 : 1) {
    const low = bits.take(shared)
    for (let c = 0; c < 4; c++) {
      const size = c < 3 ? color : alpha
      for (let j = i; j < (lowest === 'subset' ? i + 2 : i + 1); j++) {
        const value = ((ends[c * 6 + j] as number) << shared) | low
        ends[c * 6 + j] = size === 0 ? 255 : widen(value, size + shared)
      }
    }
  }
}

const widen = (value: number, size: number) =>
  (value << (8 - size)) | (size < 8 ? value >> (2 * size - 8) : 0)

function swap(out: Uint8Array, a: number, b: number) {
  const one = out[a] as number
  out[a] = out[b] as number
  out[b] = one
}
