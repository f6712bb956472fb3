import { BLOCK } from './dct.ts'
import type { Window } from './windows.ts'

/** Steps of luma between neighbours: less is flat, and what a JPEG adds beside edges lies between these. */
const [FLAT, MOST] = [0.75, 16]
/** So many flat steps make a flat stretch. */
const STRETCH = 3
/** So many ends of flat stretches at even places are added, so that few show little. */
const PRIOR = 40

/**
 * Counts where flat stretches of rows and columns end at a faint step, for each place in a grid of 8: around the lines
 * of a drawing a JPEG's ripples fill blocks and end with them.
 */
export function blockEdgesMeter() {
  const counts = [new Float64Array(BLOCK), new Float64Array(BLOCK)] as const

  function addLine(
    ends: Float64Array,
    start: number,
    values: Float32Array,
    from: number,
    stride: number,
    length: number,
  ): void {
    let [run, afterFaint] = [0, false]
    const note = (i: number) => {
      const place = (start + i) % BLOCK
      ends[place] = (ends[place] as number) + 1
    }
    for (let i = 1, at = from + stride; i < length; i++, at += stride) {
      const step = Math.abs((values[at] as number) - (values[at - stride] as number))
      if (step < FLAT) {
        run++
        if (run === STRETCH && afterFaint) note(i - STRETCH)
        continue
      }
      // What is transparent is NaN.
      afterFaint = step < MOST
      if (afterFaint && run >= STRETCH) note(i)
      run = 0
    }
  }

  return {
    add({ luma: { values }, x, y, width, height }: Window): void {
      for (let row = 0; row < height; row++) addLine(counts[0], x, values, row * width, 1, width)
      for (let column = 0; column < width; column++)
        addLine(counts[1], y, values, column, width, height)
    },
    /** The share of the ends at the most frequent place, along rows and columns: 1/8 to 1. */
    blockEdges: (): number[] => counts.map(largestShare),
  }
}

const largestShare = (ends: Float64Array) =>
  (Math.max(...ends) + PRIOR / BLOCK) / (ends.reduce((a, b) => a + b) + PRIOR)
