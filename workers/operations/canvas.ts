import type { Step } from '../../src/plan/steps.ts'
import { hasTransparency, type Picture } from '../picture.ts'
import type { Operation } from './operation.ts'

type Canvas = Extract<Step, { op: 'canvas' }>

/** Share of the shorter side that counts as border. */
const BORDER = 0.01

/**
 * Places the picture on a larger canvas. The space around it takes the median colour of the picture's
 * outer 1 %, or stays transparent where the picture has transparency.
 */
const canvas: Operation<Canvas> = async (picture, { width, height, x, y }) => {
  const pixels = new Uint8ClampedArray(width * height * 4)
  const transparent = hasTransparency(picture)
  if (!transparent) new Uint32Array(pixels.buffer).fill(packed(borderColour(picture)))
  const row = picture.width * 4
  for (let line = 0; line < picture.height; line++) {
    pixels.set(picture.pixels.subarray(line * row, (line + 1) * row), ((line + y) * width + x) * 4)
  }
  return { ...picture, width, height, pixels, alpha: transparent }
}

const packed = (rgb: number[]) => new Uint32Array(new Uint8Array([...rgb, 255]).buffer)[0] as number

function borderColour({ width, height, pixels }: Picture): number[] {
  const border = Math.max(1, Math.round(Math.min(width, height) * BORDER))
  const histograms = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)] as const
  let counted = 0
  for (let y = 0; y < height; y++) {
    const inner = y >= border && y < height - border
    for (let x = 0; x < width; x++) {
      if (inner && x === border) x = Math.max(x, width - border)
      const at = (y * width + x) * 4
      for (const c of [0, 1, 2] as const) {
        const histogram = histograms[c]
        const value = pixels[at + c] as number
        histogram[value] = (histogram[value] as number) + 1
      }
      counted++
    }
  }
  return histograms.map((histogram) => median(histogram, counted))
}

function median(histogram: Uint32Array, counted: number): number {
  let value = 0
  for (let below = 0; value < 255; value++) {
    below += histogram[value] as number
    if (below * 2 >= counted) break
  }
  return value
}

export default canvas
