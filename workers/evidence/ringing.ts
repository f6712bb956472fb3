import type { Window } from './windows.ts'

/** A step of luma between neighbours that is an edge, and the ones of ripples beside it. */
const EDGE = 32
const RIPPLE = [0.75, 16] as const
/** Pixels behind an edge in which a JPEG's block of 8 px may ring, but an edge that was only reduced does not. */
const REACH = [3, 7] as const
/** So many steps without ripples are added, so that few show little. */
const PRIOR = 40

/** Counts ripples behind edges, along rows and columns: a drawing is flat there until a JPEG of almost any quality. */
export function ringingMeter() {
  let [ripples, count] = [0, 0]

  function addLine(values: Float32Array, from: number, stride: number, length: number): void {
    let distance = Number.POSITIVE_INFINITY
    for (let i = 1, at = from + stride; i < length; i++, at += stride) {
      const step = Math.abs((values[at] as number) - (values[at - stride] as number))
      distance = step >= EDGE ? 0 : distance + 1
      // What is transparent is NaN.
      if (Number.isNaN(step) || distance < REACH[0] || distance > REACH[1]) continue
      count++
      if (step >= RIPPLE[0] && step < RIPPLE[1]) ripples++
    }
  }

  return {
    add({ luma: { values }, width, height }: Window): void {
      for (let y = 0; y < height; y++) addLine(values, y * width, 1, width)
      for (let x = 0; x < width; x++) addLine(values, x, width, height)
    },
    /** The share of steps behind edges that are ripples, 0 to 1. */
    ringing: () => ripples / (count + PRIOR),
  }
}
