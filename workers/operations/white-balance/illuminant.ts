import type { CellMeans } from '../../image/cell-means.ts'
import { BINS, chromaHistograms, STEP } from './histograms.ts'
import { kernels, prior } from './illuminant-kernels.ts'

/** Candidate illuminants per side, spaced like the bins: -0.8 to 0.8 in log chroma. */
const CANDIDATES = 33
const TAPS = BINS - CANDIDATES + 1

/** Log chroma of an illuminant: log R/G and log B/G of a white surface under it, in linear light. */
export interface Illuminant {
  u: number
  v: number
}

/** What the colors of an image say about its light. */
interface Vote {
  light: Illuminant
  /** Standard deviation, in log chroma, of what the colors alone leave possible. A neutral surface leaves little. */
  spread: number
}

/**
 * Lets the colors of an image in linear light vote: each color votes for the illuminants under which it is common,
 * and the result is the mean over all candidates. (Barron, "Convolutional Color Constancy", ICCV 2015; kernels as sums of
 * Gaussians, fitted by models/build/balance/white_balance.py.) An image with little evidence stays near the prior, which
 * is 'no cast'.
 */
export function voteForIlluminant(image: CellMeans): Vote {
  const votes = new Float64Array(CANDIDATES ** 2)
  for (const [channel, histogram] of chromaHistograms(image).entries()) {
    addVotes(votes, histogram, voteFilter(channel))
  }
  const under = (prior: (light: Illuminant) => number) =>
    votes.map((vote, i) => vote + prior(lightOf(i)))
  return { light: meanLight(under(logPrior)), spread: spreadOf(under(logSpread)) }
}

/** Whether no visible color differs from gray. */
export function isGray({ rgb, visible }: CellMeans): boolean {
  return visible.every(
    (one, i) => !one || (rgb[i * 3] === rgb[i * 3 + 1] && rgb[i * 3] === rgb[i * 3 + 2]),
  )
}

const lightOf = (candidate: number): Illuminant => ({
  u: ((candidate % CANDIDATES) - (CANDIDATES >> 1)) * STEP,
  v: (Math.floor(candidate / CANDIDATES) - (CANDIDATES >> 1)) * STEP,
})

/** An anisotropic Gaussian with its axes along (1, 1) and across it. */
const gaussian = (u: number, v: number, along: number, across: number) =>
  Math.exp(-(((u + v) / along) ** 2 + ((u - v) / across) ** 2) / 4)

/** Logarithm of the wide part of the prior. */
const logSpread = ({ u, v }: Illuminant) => Math.log(gaussian(u, v, ...prior.spread))

/** Logarithm of the prior: a narrow peak at 'no cast' plus a wide Gaussian. */
function logPrior(light: Illuminant): number {
  const [height, width] = prior.peak
  const peak = Math.exp(height) * gaussian(light.u, light.v, width, width)
  return Math.log(peak + Math.exp(logSpread(light)))
}

/** The vote of a color for an illuminant by their offset in log chroma: TAPS x TAPS, offset 0 in the center. */
function voteFilter(channel: number): Float64Array {
  const taps = new Float64Array(TAPS * TAPS)
  for (let i = 0; i < taps.length; i++) {
    const u = ((i % TAPS) - (TAPS >> 1)) * STEP
    const v = (Math.floor(i / TAPS) - (TAPS >> 1)) * STEP
    for (const [height, along, across, cu, cv] of kernels[channel] ?? []) {
      taps[i] = (taps[i] as number) + height * gaussian(u - cu, v - cv, along, across)
    }
  }
  return taps
}

/** Correlates a histogram with a filter; skips empty bins, which are most of them. */
function addVotes(votes: Float64Array, histogram: Float64Array, taps: Float64Array): void {
  for (let bin = 0; bin < histogram.length; bin++) {
    const mass = histogram[bin] as number
    if (mass === 0) continue
    const [x, y] = [bin % BINS, Math.floor(bin / BINS)]
    const [left, right] = [Math.max(0, x - TAPS + 1), Math.min(CANDIDATES - 1, x)]
    for (let row = Math.max(0, y - TAPS + 1); row <= Math.min(CANDIDATES - 1, y); row++) {
      for (let column = left; column <= right; column++) {
        const at = row * CANDIDATES + column
        votes[at] = (votes[at] as number) + mass * (taps[(y - row) * TAPS + x - column] as number)
      }
    }
  }
}

/** The expected illuminant, with votes as logarithms of probabilities. */
function meanLight(votes: Float64Array): Illuminant {
  return { u: expected(votes, ({ u }) => u), v: expected(votes, ({ v }) => v) }
}

function spreadOf(votes: Float64Array): number {
  const { u, v } = meanLight(votes)
  return Math.sqrt(expected(votes, (light) => (light.u - u) ** 2 + (light.v - v) ** 2))
}

function expected(votes: Float64Array, value: (light: Illuminant) => number): number {
  const max = votes.reduce((a, b) => Math.max(a, b))
  let [total, sum] = [0, 0]
  for (let i = 0; i < votes.length; i++) {
    const share = Math.exp((votes[i] as number) - max)
    total += share * value(lightOf(i))
    sum += share
  }
  return total / sum
}
