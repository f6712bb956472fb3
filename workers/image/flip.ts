import type { Size } from '../../src/plan/size.ts'

/** The axes along which planes are reversed. */
export interface Flip {
  x: boolean
  y: boolean
}

/** Reverses consecutive planes of the same size, in place: each row (x), the order of the rows (y), or both. */
export function flipPlanes(planes: Float32Array, { width, height }: Size, { x, y }: Flip): void {
  const size = width * height
  for (let from = 0; from < planes.length; from += size) {
    const plane = planes.subarray(from, from + size)
    if (x && y) plane.reverse()
    else if (x)
      for (let row = 0; row < size; row += width) plane.subarray(row, row + width).reverse()
    else if (y) reverseRows(plane, width)
  }
}

function reverseRows(plane: Float32Array, width: number): void {
  for (let top = 0, bottom = plane.length - width; top < bottom; top += width, bottom -= width) {
    const row = plane.slice(top, top + width)
    plane.copyWithin(top, bottom, bottom + width)
    plane.set(row, bottom)
  }
}
