import { quantile } from '../image/quantile.ts'
import { BLOCK, blockDct } from './dct.ts'
import type { Window } from './windows.ts'

/** Bands of frequencies, from and to, in both directions. */
const MIDDLE = [2, 3] as const
const HIGH = [4, 7] as const
const HIGHEST = [6, 7] as const
/** Blocks with more pixels than this at black or white hide their noise. */
const MOST_CLIPPED = 3
/** Fewer blocks show nothing. */
const FEWEST = 12
/** The smoothest tenth of the blocks has this share of the standard deviation of white noise in the band HIGH. */
const SMOOTHEST = 0.76
/** Keeps ratios finite where an image is flat. */
const EPSILON = 0.1

/** What a photograph does not show everywhere. Standard deviations are of 255. */
export interface Noise {
  /** Of the luma where it is smoothest: white noise is the same in all of an image. */
  luma: number
  /** How evenly the luma's high frequencies lie in the image, plus how they compare with middle ones: 1.7 for noise, 1 for texture. */
  evenness: number
  /** Of the differences between the channels, at the highest frequencies. */
  chroma: number
  /** Blocks that were measured. */
  blocks: number
  /** Color without luma at middle frequencies, as noise has it that a camera or JPEG has smoothed. */
  blotches: number
}

/** Measures the energy of blocks in bands of frequencies. */
export function noiseMeter() {
  const luma = { middle: [] as number[], high: [] as number[] }
  const chroma = { middle: [] as number[], highest: [] as number[] }
  const scratch = new Float32Array(BLOCK * BLOCK)
  const dct = new Float32Array(BLOCK * BLOCK)
  return {
    add(window: Window): void {
      for (let y = 0; y <= window.height - BLOCK; y += BLOCK) {
        for (let x = 0; x <= window.width - BLOCK; x += BLOCK) {
          if (isHidden(window, x, y)) continue
          blockDct(window.luma, x, y, scratch, dct)
          luma.middle.push(energy(dct, MIDDLE))
          luma.high.push(energy(dct, HIGH))
          let [middle, highest] = [0, 0]
          for (const plane of window.chroma) {
            blockDct(plane, x, y, scratch, dct)
            middle += energy(dct, MIDDLE)
            highest += energy(dct, HIGHEST)
          }
          // Two differences of two channels each.
          chroma.middle.push(middle / 4)
          chroma.highest.push(highest / 4)
        }
      }
    },
    noise(): Noise {
      if (luma.high.length < FEWEST)
        return { blocks: 0, luma: 0, evenness: 0, chroma: 0, blotches: 0 }
      const high = quantilesOf(luma.high, [0.1, 0.25, 0.5])
      const [smooth, quarter, median] = high as [number, number, number]
      const [lumaMiddle, quarterMiddle] = quantilesOf(luma.middle, [0.2, 0.25]) as [number, number]
      const [chromaMiddle] = quantilesOf(chroma.middle, [0.2]) as [number]
      const [highest] = quantilesOf(chroma.highest, [0.4]) as [number]
      return {
        blocks: luma.high.length,
        luma: smooth / SMOOTHEST,
        evenness: smooth / (median + EPSILON) + quarter / (quarterMiddle + EPSILON),
        chroma: highest,
        blotches: chromaMiddle ** 3 / (lumaMiddle ** 2 + EPSILON),
      }
    },
  }
}

function energy(dct: Float32Array, [from, to]: readonly [number, number]): number {
  let sum = 0
  for (let v = from; v <= to; v++)
    for (let u = from; u <= to; u++) sum += (dct[v * BLOCK + u] as number) ** 2
  return sum / (to - from + 1) ** 2
}

/** Roots of quantiles. */
function quantilesOf(energies: number[], shares: number[]): number[] {
  const sorted = Float64Array.from(energies).sort()
  return shares.map((share) => Math.sqrt(quantile(sorted, share)))
}

/** Whether a block is clipped to black or white, or transparent in part. */
function isHidden({ luma, width }: Window, x: number, y: number): boolean {
  let count = 0
  for (let row = y; row < y + BLOCK; row++) {
    for (let i = row * width + x; i < row * width + x + BLOCK; i++) {
      const value = luma.values[i] as number
      if (Number.isNaN(value)) return true
      if (value < 2 || value > 253) count++
    }
  }
  return count > MOST_CLIPPED
}
