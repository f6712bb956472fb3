/** `catrom`: Catmull-Rom, a bicubic filter. */
export type Filter = 'catrom' | 'lanczos3' | 'triangle'

interface Curve {
  radius: number
  /** For distances within the radius. */
  at(distance: number): number
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

const curves: Record<Filter, Curve> = {
  triangle: { radius: 1, at: (x) => 1 - x },
  catrom: {
    radius: 2,
    at: (x) => (x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((2.5 - 0.5 * x) * x - 4) * x + 2),
  },
  lanczos3: { radius: 3, at: (x) => sinc(x) * sinc(x / 3) },
}

/** How the pixels of a line are made of those of another: each of `taps` neighbours, from its start on. */
export interface FilterWeights {
  taps: number
  starts: Int32Array<ArrayBuffer>
  /** `taps` for each pixel, whose sum is 1. */
  weights: Float32Array<ArrayBuffer>
}

/** The weights that scale a line of `from` pixels to one of `to`. Smaller results get a wider filter, against aliasing. */
export function filterWeights(from: number, to: number, filter: Filter): FilterWeights {
  const { radius: widest, at } = curves[filter]
  // All weights but one would be 0: bands are scaled along one axis at a time.
  const radius = from === to ? 0.5 : widest
  const scale = Math.max(1, from / to)
  const taps = Math.min(from, Math.floor(2 * radius * scale) + 1)
  const starts = new Int32Array(to)
  const weights = new Float32Array(to * taps)
  for (let i = 0; i < to; i++) {
    const center = ((i + 0.5) * from) / to - 0.5
    const start = Math.max(0, Math.min(Math.ceil(center - radius * scale), from - taps))
    const own = weights.subarray(i * taps, (i + 1) * taps)
    let sum = 0
    for (let tap = 0; tap < taps; tap++) {
      const distance = Math.abs(start + tap - center) / scale
      const weight = distance < radius ? at(distance) : 0
      own[tap] = weight
      sum += weight
    }
    for (let tap = 0; tap < taps; tap++) own[tap] = (own[tap] as number) / sum
    starts[i] = start
  }
  return { taps, starts, weights }
}
