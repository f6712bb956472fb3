import type { Size } from '../../src/plan/size.ts'

/** One value per pixel, row by row from the top. */
export interface Plane extends Size {
  values: Float32Array
}

export const emptyPlane = ({ width, height }: Size): Plane => ({
  width,
  height,
  values: new Float32Array(width * height),
})

/** A plane of a size, with each value computed from its index. */
export function mapPlane(value: (at: number) => number, size: Size): Plane {
  const plane = emptyPlane(size)
  for (let i = 0; i < plane.values.length; i++) plane.values[i] = value(i)
  return plane
}

/** A share of the longer side in whole pixels, at least one: the radius of a window. */
export const radiusOf = ({ width, height }: Size, share: number): number =>
  Math.max(1, Math.round(Math.max(width, height) * share))

/** Linear step: 0 at `from`, 1 at `to`, clamped. `from` may exceed `to`. */
export const ramp = (from: number, to: number, value: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)))

/** Cubic Hermite step: 0 at `from`, 1 at `to`, clamped. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = ramp(from, to, value)
  return t * t * (3 - 2 * t)
}
