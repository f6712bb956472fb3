import { readLittleEndian } from '../bytes.ts'

/** Shared by BC6H and BC7 (BPTC): partitions, weights, and reading 128-bit blocks from the lowest bit. */

const words = (hex: string) => hex.split(/\s+/).map((word) => Number.parseInt(word, 16))

/** 64 partitions of 4 x 4 pixels into two subsets, one bit per pixel, the first pixel lowest. */
const TWO = words(
  `cccc 8888 eeee ecc8 c880 feec fec8 ec80 c800 ffec fe80 e800 ffe8 ff00 fff0 f000
   f710 008e 7100 08ce 008c 7310 3100 8cce 088c 3110 6666 366c 17e8 0ff0 718e 399c
   aaaa f0f0 5a5a 33cc 3c3c 55aa 9696 a55a 73ce 13c8 324c 3bdc 6996 c33c 9966 0660
   0272 04e4 4e40 2720 c936 936c 39c6 639c 9336 9cc6 817e e718 ccf0 0fcc 7744 ee22`,
)
/** 64 partitions into three subsets, two bits per pixel. */
const THREE = words(
  `aa685050 6a5a5040 5a5a4200 5450a0a8 a5a50000 a0a05050 5555a0a0 5a5a5050
   aa550000 aa555500 aaaa5500 90909090 94949494 a4a4a4a4 a9a59450 2a0a4250
   a5945040 0a425054 a5a5a500 55a0a0a0 a8a85454 6a6a4040 a4a45000 1a1a0500
   0050a4a4 aaa59090 14696914 69691400 a08585a0 aa821414 50a4a450 6a5a0200
   a9a58000 5090a0a8 a8a09050 24242424 00aa5500 24924924 24499224 50a50a50
   500aa550 aaaa4444 66660000 a5a0a5a0 50a050a0 69286928 44aaaa44 66666600
   aa444444 54a854a8 95809580 96969600 a85454a8 80959580 aa141414 96960000
   aaaa1414 a05050a0 a0a5a5a0 96000000 40804080 a9a8a9a8 aaaaaa44 2a4a5254`,
)
/**
 * The pixel of each further subset whose index is stored without its highest bit, which is 0, one hex
 * digit a split: of the second of two subsets, the second of three and the third of three.
 */
const ANCHORS = [
  'fffffffffffffffff282288f28228822ff6828ff28222ff66268ff22fffff22f',
  '33ff83ff88666533338f336a588685ff8f356a8ff3f5ffff3f55585a5a8dfc33',
  'f883ff38fffffff8f8f3f8f83f6affa8f3faa89a6f8f3668f3ffffffffff3ff8',
]

/** Weights of the second endpoint in 64ths, by the bits of an index. */
export const WEIGHTS: Record<number, number[]> = {
  2: [0, 21, 43, 64],
  3: [0, 9, 18, 27, 37, 46, 55, 64],
  4: [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64],
}

/** A partition: the subset of each pixel, and 1 for the pixels that are anchors. */
interface Partition {
  subset: Uint8Array
  anchors: Uint8Array
}

const partitions = [1, 2, 3].map((subsets) =>
  Array.from({ length: subsets === 1 ? 1 : 64 }, (_, shape) => makePartition(subsets, shape)),
)

/** The partition `shape` (0 to 63) into one to three subsets. */
export const partitionOf = (subsets: number, shape: number) =>
  partitions[subsets - 1]?.[shape] as Partition

function makePartition(subsets: number, shape: number): Partition {
  const wide = subsets === 3 ? 2 : 1
  const word = subsets === 1 ? 0 : ((subsets === 2 ? TWO : THREE)[shape] as number)
  const subset = Uint8Array.from({ length: 16 }, (_, i) => (word >>> (i * wide)) & (2 ** wide - 1))
  const further = ANCHORS.slice(subsets === 3 ? 1 : 0, subsets === 3 ? 3 : subsets - 1)
  const anchors = new Uint8Array(16)
  for (const digits of ['0'.repeat(64), ...further]) {
    anchors[Number.parseInt(digits[shape] as string, 16)] = 1
  }
  return { subset, anchors }
}

/** Reads numbers of up to 16 bits from a block, from its lowest bit on. One instance is reused for all blocks. */
export class Bits {
  private readonly words = new Uint32Array(5)
  private bit = 0

  start(bytes: Uint8Array, at: number) {
    for (let i = 0; i < 4; i++) this.words[i] = readLittleEndian(bytes, at + i * 4, 4)
    this.bit = 0
  }

  take(count: number) {
    const [from, shift] = [this.bit >> 5, this.bit & 31]
    this.bit += count
    const low = (this.words[from] as number) >>> shift
    const high = shift === 0 ? 0 : (this.words[from + 1] as number) << (32 - shift)
    return (low | high) & ((1 << count) - 1)
  }

  /** Reads 16 indices. Those of anchors are a bit shorter. */
  indices(count: number, anchors: Uint8Array, out: Uint8Array) {
    for (let i = 0; i < 16; i++) out[i] = this.take(count - (anchors[i] as number))
  }
}

/** Interpolates two endpoints by a weight in 64ths. */
export const interpolate = (a: number, b: number, weight: number) =>
  (a * (64 - weight) + b * weight + 32) >> 6
