import type { Size } from '../../src/plan/geometry.ts'

/** One value a pixel, rows from the top. */
export interface Plane extends Size {
  values: Float32Array
}

export const planeOf = ({ width, height }: Size): Plane => ({
  width,
  height,
  values: new Float32Array(width * height),
})

/** A plane of the same size, each value computed from those at the same place. */
export function mapped(value: (at: number) => number, size: Size): Plane {
  const plane = planeOf(size)
  for (let i = 0; i < plane.values.length; i++) plane.values[i] = value(i)
  return plane
}

/** Hermite's cubic step from 0 at `from` to 1 at `to`. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}
