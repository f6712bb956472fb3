import { quantile } from '../image/quantile.ts'
import { BLOCK, blockDct } from './dct.ts'
import type { Window } from './windows.ts'

/** Squared distances from the mean in the plane of frequencies: middle ones, and those above half of what pixels can hold. */
const MIDDLE = [4, 13] as const
const HIGH = [25, 64] as const
/** Distance of blocks. */
const STRIDE = 4
/** The share of blocks with the strongest edges that is judged, the fewest of them, and the energy of an edge that is seen. */
const STRONGEST = 0.1
const FEWEST = 12
const WEAKEST = 12 ** 2
/** Of these, the share that may be sharper. */
const SHARPER = 0.25

/** Compares the highest frequencies of edges with middle ones. */
export function sharpnessMeter() {
  const edges: { middle: number; high: number }[] = []
  let blocks = 0
  const scratch = new Float32Array(BLOCK * BLOCK)
  const dct = new Float32Array(BLOCK * BLOCK)
  return {
    add({ luma, width, height }: Window): void {
      for (let y = 0; y <= height - BLOCK; y += STRIDE) {
        for (let x = 0; x <= width - BLOCK; x += STRIDE) {
          blocks++
          blockDct(luma, x, y, scratch, dct)
          const middle = bandEnergy(dct, MIDDLE)
          if (middle > WEAKEST) edges.push({ middle, high: bandEnergy(dct, HIGH) })
        }
      }
    },
    /**
     * The root of the share of high frequencies at the strongest edges, where they are sharpest: below 0.28 after an
     * enlargement. Undefined where there are too few edges.
     */
    sharpness(): number | undefined {
      if (edges.length < FEWEST) return undefined
      edges.sort((a, b) => b.middle - a.middle)
      const strongest = edges.slice(0, Math.max(FEWEST, Math.ceil(blocks * STRONGEST)))
      const shares = Float64Array.from(strongest, ({ middle, high }) => high / middle).sort()
      return Math.sqrt(quantile(shares, 1 - SHARPER))
    },
  }
}

function bandEnergy(dct: Float32Array, [from, to]: readonly [number, number]): number {
  let sum = 0
  for (let v = 0; v < BLOCK; v++) {
    for (let u = 0; u < BLOCK; u++) {
      const distance = u * u + v * v
      if (distance >= from && distance <= to) sum += (dct[v * BLOCK + u] as number) ** 2
    }
  }
  return sum
}
