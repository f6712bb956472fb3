import type { Size } from '../../src/contract/plan/size.ts'

/** How a tile is shown to a network: along which axes it is reversed. */
export interface Flip {
  x: boolean
  y: boolean
}

/** What a network is asked, by how many views of each tile its answer is the mean of. */
export const flips = {
  1: [{ x: false, y: false }],
  4: [
    { x: false, y: false },
    { x: true, y: false },
    { x: false, y: true },
    { x: true, y: true },
  ],
} satisfies Record<number, Flip[]>

/** Reverses planes of one size, in place: each row, the order of the rows, or both. */
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
