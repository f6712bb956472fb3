import { Bits, between, splitOf, WEIGHTS } from './bptc.ts'

/**
 * The eight ways in which a BC7 block spends its 128 bits. The number of zero bits before the first 1 is the mode;
 * then come the bits of the shape, the rotation and the index selection, the endpoints of red, green, blue
 * and alpha, the lowest bits that endpoints share, and the indices.
 */
interface Mode {
  subsets: number
  shape: number
  rotation: number
  selection: number
  colour: number
  alpha: number
  /** A lowest bit for each endpoint, or for each subset. */
  lowest: 'none' | 'endpoint' | 'subset'
  index: number
  /** Bits of a second index, for alpha. */
  second: number
}

const mode = (
  subsets: number,
  shape: number,
  [rotation, selection]: [number, number],
  [colour, alpha]: [number, number],
  lowest: Mode['lowest'],
  [index, second]: [number, number],
): Mode => ({ subsets, shape, rotation, selection, colour, alpha, lowest, index, second })

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

/** Decodes one block of 16 bytes into 16 RGBA pixels. A block without a mode is transparent black. */
export function bc7(bytes: Uint8Array, at: number, out: Uint8Array) {
  const bits = new Bits(bytes, at)
  let number = 0
  while (number < 8 && bits.take(1) === 0) number++
  const how = MODES[number]
  if (!how) return void out.fill(0)
  const { subset, anchors } = splitOf(how.subsets, bits.take(how.shape))
  const rotation = bits.take(how.rotation)
  const swapped = bits.take(how.selection) === 1
  const ends = endpoints(bits, how)
  const first = bits.indices(how.index, anchors)
  const second = how.second ? bits.indices(how.second, anchors) : first
  const [a, b] = [how.index, how.second || how.index].map((count) => WEIGHTS[count] as number[])
  for (let i = 0; i < 16; i++) {
    const weights = [a?.[first[i] as number], b?.[second[i] as number]] as [number, number]
    const [ofColour, ofAlpha] = swapped ? weights.reverse() : weights
    const end = (subset[i] as number) * 2
    for (let c = 0; c < 4; c++) {
      const [from, to] = [ends[c]?.[end], ends[c]?.[end + 1]] as [number, number]
      out[i * 4 + c] = between(from, to, (c < 3 ? ofColour : ofAlpha) as number)
    }
    if (rotation) swap(out, i * 4 + rotation - 1, i * 4 + 3)
  }
}

/** The endpoints of red, green, blue and alpha, two a subset, widened to 8 bits. */
function endpoints(bits: Bits, { subsets, colour, alpha, lowest }: Mode): number[][] {
  const count = subsets * 2
  const sizes = [colour, colour, colour, alpha]
  const ends = sizes.map((size) => Array.from({ length: count }, () => bits.take(size)))
  const shared = Array.from({ length: { none: 0, endpoint: count, subset: subsets }[lowest] }, () =>
    bits.take(1),
  )
  const each = lowest === 'subset' ? 2 : 1
  return ends.map((values, c) => {
    const size = sizes[c] as number
    if (size === 0) return values.map(() => 255)
    if (lowest === 'none') return values.map((value) => widen(value, size))
    return values.map((value, i) =>
      widen((value << 1) | (shared[Math.floor(i / each)] as number), size + 1),
    )
  })
}

const widen = (value: number, size: number) =>
  (value << (8 - size)) | (size < 8 ? value >> (2 * size - 8) : 0)

function swap(out: Uint8Array, a: number, b: number) {
  const [one, other] = [out[a], out[b]] as [number, number]
  out[a] = other
  out[b] = one
}
