import { quantile } from '../image/quantile.ts'
import { BLOCK, blockDct } from './dct.ts'
import type { Window } from './windows.ts'

/** Bands of frequencies, from and to, in both directions. */
const MIDDLE = [2, 3] as const
const HIGH = [4, 7] as const
const HIGHEST = [6, 7] as const
/** Blocks with more pixels than this at black or white hide their noise. */
const MOST_CLIPPED = 3
/** Fewer blocks that are not clipped, or not flat, show nothing. */
const FEWEST = 12
/** The area of the smallest images with which the network was trained, in blocks: of smaller ones it knows nothing. */
const SMALLEST = 36
/** The smoothest tenth of the blocks has this share of the standard deviation of white noise in the band HIGH. */
const SMOOTHEST = 0.76
/** Blocks with less energy are flat. */
const FLAT = 0.5
/** Parts of the other blocks, from the smoothest to the busiest. */
const PARTS = [0, 0.25, 0.75, 1] as const
/** Quantiles, and the number of blocks that counts as much as the median does. */
const SHARES = [0.1, 0.25, 0.4] as const
const STEADY = 16
/** Bands of luma: the higher of two frequencies, across, down and diagonal; of chroma: the higher frequency. */
const [LUMA, CHROMA] = [21, 7]
const ring = Array.from({ length: BLOCK ** 2 }, (_, i) => Math.max(i >> 3, i & 7) - 1)
const band = ring.map((at, i) => {
  const [v, u] = [i >> 3, i & 7]
  if (u >= 2 * v) return at * 3
  return at * 3 + (v >= 2 * u ? 1 : 2)
})

/** Standard deviations, of 255. */
export interface Noise {
  /** Of the luma where it is smoothest: white noise is the same in all of an image. */
  luma: number
  /** Of the differences between the channels, at the highest frequencies. */
  chroma: number
}

/** Measures the energy of blocks in bands of frequencies. `stride` is the distance of blocks in pixels. */
export function spectrumMeter(stride: number) {
  /** Energies of the blocks that are not clipped: of luma and chroma, in middle and in high bands. */
  const energies: [number[], number[], number[], number[]] = [[], [], [], []]
  const blocks: { activity: number; bands: Float32Array }[] = []
  const scratch = new Float32Array(BLOCK * BLOCK)
  const dct = new Float32Array(BLOCK * BLOCK)
  const smallest = SMALLEST * (BLOCK / stride) ** 2
  let seen = 0

  function addBlock(window: Window, x: number, y: number): void {
    const hidden = hiddenPixels(window, x, y)
    if (Number.isNaN(hidden)) return
    seen++
    const bands = new Float32Array(LUMA + CHROMA)
    blockDct(window.luma, x, y, scratch, dct)
    const activity = addBands(dct, band, bands)
    const found: [number, number, number, number] = [energy(dct, MIDDLE), energy(dct, HIGH), 0, 0]
    for (const plane of window.chroma) {
      blockDct(plane, x, y, scratch, dct)
      addBands(dct, ring, bands.subarray(LUMA))
      // Two differences of two channels each.
      found[2] += energy(dct, MIDDLE) / 4
      found[3] += energy(dct, HIGHEST) / 4
    }
    if (hidden <= MOST_CLIPPED) found.forEach((value, i) => void energies[i]?.push(value))
    if (activity > FLAT) blocks.push({ activity, bands: bands.map(Math.log1p) })
  }

  return {
    add(window: Window): void {
      for (let y = 0; y <= window.height - BLOCK; y += stride)
        for (let x = 0; x <= window.width - BLOCK; x += stride) addBlock(window, x, y)
    },
    noise(): Noise {
      const [, luma, , chroma] = energies
      if (luma.length < FEWEST) return { luma: 0, chroma: 0 }
      return { luma: rootAt(luma, 0.1) / SMOOTHEST, chroma: rootAt(chroma, 0.4) }
    },
    /**
     * Logarithms of energies: the mean of each band in each part of the blocks, then the quantiles of four bands.
     * Undefined of an image that is too small or too flat.
     */
    spectrum(): number[] | undefined {
      if (seen < smallest || blocks.length < FEWEST) return undefined
      blocks.sort((a, b) => a.activity - b.activity)
      const means = PARTS.slice(1).flatMap((end, i) => {
        const [from, to] = [PARTS[i] as number, end].map((at) => Math.round(at * blocks.length))
        const part = blocks.slice(from, to)
        return Array.from({ length: LUMA + CHROMA }, (_, at) =>
          part.reduce((sum, { bands }) => sum + (bands[at] as number) / part.length, 0),
        )
      })
      return [...means, ...energies.flatMap(steadyQuantiles)]
    },
  }
}

/** Logarithms of the median and of the other quantiles, which are drawn to the median where they are of few blocks. */
function steadyQuantiles(energies: number[]): number[] {
  if (energies.length === 0) return [0, 0, 0, 0]
  const sorted = Float64Array.from(energies, Math.log1p).sort()
  const median = quantile(sorted, 0.5)
  const weight = sorted.length / (sorted.length + STEADY)
  return [median, ...SHARES.map((share) => median + weight * (quantile(sorted, share) - median))]
}

/** Adds the energies of a block to its bands, and returns their sum. */
function addBands(dct: Float32Array, places: readonly number[], bands: Float32Array): number {
  let sum = 0
  for (let i = 1; i < BLOCK * BLOCK; i++) {
    const square = (dct[i] as number) ** 2
    const place = places[i] as number
    bands[place] = (bands[place] as number) + square
    sum += square
  }
  return sum
}

function energy(dct: Float32Array, [from, to]: readonly [number, number]): number {
  let sum = 0
  for (let v = from; v <= to; v++)
    for (let u = from; u <= to; u++) sum += (dct[v * BLOCK + u] as number) ** 2
  return sum / (to - from + 1) ** 2
}

/** The root of a quantile. */
const rootAt = (energies: number[], share: number) =>
  Math.sqrt(quantile(Float64Array.from(energies).sort(), share))

/** How many pixels of a block are clipped to black or white; NaN if it is transparent in part. */
function hiddenPixels({ luma, width }: Window, x: number, y: number): number {
  let count = 0
  for (let row = y; row < y + BLOCK; row++) {
    for (let i = row * width + x; i < row * width + x + BLOCK; i++) {
      const value = luma.values[i] as number
      if (Number.isNaN(value)) return Number.NaN
      if (value < 2 || value > 253) count++
    }
  }
  return count
}
