import type { Size } from '../../src/contract/plan/size.ts'

/** One value a pixel, rows from the top. */
export interface Plane extends Size {
  values: Float32Array
}

export const emptyPlane = ({ width, height }: Size): Plane => ({
  width,
  height,
  values: new Float32Array(width * height),
})

/** A plane of the same size, each value computed from those at the same place. */
export function mapPlane(value: (at: number) => number, size: Size): Plane {
  const plane = emptyPlane(size)
  for (let i = 0; i < plane.values.length; i++) plane.values[i] = value(i)
  return plane
}

/** How far a value has come from `from`, 0, to `to`, 1. */
export const ramp = (from: number, to: number, value: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)))

/** Hermite's cubic step from 0 at `from` to 1 at `to`. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = ramp(from, to, value)
  return t * t * (3 - 2 * t)
}
