import { quantile } from '../image/quantile.ts'
import { BLOCK } from './dct.ts'
import type { Window } from './windows.ts'

/** Range of luma from which a block shows an edge, and up to which it is flat. */
const EDGE = 32
const FLAT = 3
/** Fewer blocks with edges show nothing. */
const FEWEST = 8
/** A tone reaches so far from the darkest or the brightest pixel of a block, as a share of its range. */
const TONE = 0.15
/** The share of the blocks with edges that may have less of two tones. */
const SHARE = 0.3

/** Compares pixels around edges: in a drawing they have one of two tones, but for the edge itself. */
export function flatnessMeter() {
  const shares: number[] = []
  let [blocks, flat] = [0, 0]
  return {
    add({ luma, width, height }: Window): void {
      for (let y = 0; y <= height - BLOCK; y += BLOCK) {
        for (let x = 0; x <= width - BLOCK; x += BLOCK) {
          const [low, high] = extremes(luma.values, width, x, y)
          // What is transparent is NaN.
          if (Number.isNaN(low)) continue
          blocks++
          if (high - low <= FLAT) flat++
          if (high - low >= EDGE) shares.push(toneShare(luma.values, width, x, y, low, high))
        }
      }
    },
    /** `tones`: the share of pixels around edges that have one of two tones; `flat`: the share of blocks without any change. */
    flatness: () => ({
      tones: shares.length < FEWEST ? 0 : quantile(Float64Array.from(shares).sort(), SHARE),
      flat: flat / Math.max(1, blocks),
    }),
  }
}

/** The least and the most of a block; NaN if it has one. */
function extremes(values: Float32Array, width: number, x: number, y: number): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let row = y; row < y + BLOCK; row++) {
    for (let i = row * width + x; i < row * width + x + BLOCK; i++) {
      low = Math.min(low, values[i] as number)
      high = Math.max(high, values[i] as number)
    }
  }
  return [low, high]
}

function toneShare(
  values: Float32Array,
  width: number,
  x: number,
  y: number,
  low: number,
  high: number,
): number {
  const reach = TONE * (high - low)
  let count = 0
  for (let row = y; row < y + BLOCK; row++) {
    for (let i = row * width + x; i < row * width + x + BLOCK; i++) {
      const value = values[i] as number
      if (value <= low + reach || value >= high - reach) count++
    }
  }
  return count / BLOCK ** 2
}
