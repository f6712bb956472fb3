import type { Flip } from '../image/flip.ts'

/** The views of a tile whose outputs are averaged, by how many there are. */
export const viewsOf = {
  1: [{ x: false, y: false }],
  4: [
    { x: false, y: false },
    { x: true, y: false },
    { x: false, y: true },
    { x: true, y: true },
  ],
} satisfies Record<number, Flip[]>
