import type { Step } from '../../src/plan/steps.ts'
import type { Operation } from './operation.ts'

type Cut = Extract<Step, { op: 'cut' }>

/** Keeps a rectangle of the picture, which must lie inside it. */
const cut: Operation<Cut> = async (picture, { x, y, width, height }) => {
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let row = 0; row < height; row++) {
    const from = ((y + row) * picture.width + x) * 4
    pixels.set(picture.pixels.subarray(from, from + width * 4), row * width * 4)
  }
  return { ...picture, width, height, pixels }
}

export default cut
