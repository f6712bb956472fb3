import type { Rgb, Step } from '../../src/plan/steps.ts'
import type { Operation } from './operation.ts'

type Flatten = Extract<Step, { op: 'flatten' }>

/** Puts a colour behind what is transparent. Works in place. */
const flatten: Operation<Flatten> = async (picture, { color }) => {
  if (picture.alpha) putOver(picture.pixels, color)
  return { ...picture, alpha: false }
}

/** Lays straight RGBA over an opaque colour, in place. */
export function putOver(pixels: Uint8ClampedArray, color: Rgb): void {
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = pixels[i + 3] as number
    if (alpha === 255) continue
    for (const c of [0, 1, 2] as const) {
      pixels[i + c] = color[c] + (((pixels[i + c] as number) - color[c]) * alpha) / 255
    }
    pixels[i + 3] = 255
  }
}

export default flatten
