import type { Window } from './windows.ts'

/** Periods in pixels that repeating each pixel 2, 2.5, 3 or 4 times leaves. */
const PERIODS = [2, 3, 5] as const
/** A larger square of a step counts as this: a few hard edges at even places are no period. */
const MOST = 16
/** Mean of these squares from which steps are seen. */
const WEAKEST = 1

/** Sums the squares of steps between neighbours by their place in each period, along each axis. */
export function repetitionMeter() {
  const across = PERIODS.map((period) => new Float64Array(period))
  const down = PERIODS.map((period) => new Float64Array(period))
  let count = 0
  return {
    add({ luma, x: left, y: top, width, height }: Window): void {
      const { values } = luma
      for (let y = 1; y < height; y++) {
        for (let x = 1; x < width; x++) {
          const at = y * width + x
          const stepAcross = square((values[at] as number) - (values[at - 1] as number))
          const stepDown = square((values[at] as number) - (values[at - width] as number))
          // What is transparent is NaN.
          if (Number.isNaN(stepAcross + stepDown)) continue
          count++
          for (let i = 0; i < PERIODS.length; i++) {
            const period = PERIODS[i] as number
            add(across[i] as Float64Array, (left + x) % period, stepAcross)
            add(down[i] as Float64Array, (top + y) % period, stepDown)
          }
        }
      }
    },
    /** The smallest of these sums as a share of the largest: near 0 where each pixel was repeated, else near 1. */
    repetition(): number {
      return Math.min(
        ...PERIODS.map((period, i) =>
          Math.max(
            ...[across[i] as Float64Array, down[i] as Float64Array].map((sums) => {
              const most = Math.max(...sums)
              return (most * period) / (count + 1) < WEAKEST ? 1 : Math.min(...sums) / most
            }),
          ),
        ),
      )
    },
  }
}

const square = (step: number) => Math.min(MOST, step ** 2)

function add(sums: Float64Array, at: number, value: number): void {
  sums[at] = (sums[at] as number) + value
}
