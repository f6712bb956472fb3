import { bilinearRows } from '../../image/bilinear.ts'
import { type Checkpoints, eachRow } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import { type Plane, smoothstep } from '../../image/plane.ts'

/** Share of the paper's brightness from which on a pixel is white. */
const WHITE = 0.96
/** The darkest that ink is taken for, what share of that is taken away, and the share of pixels that may be darker. */
const BRIGHTEST_INK = 0.3
const DEEPER = 0.7
const DARKER = 0.005
/** Saturations between which a bright pixel is no longer paper: highlighter, a tinted area. */
const PALE = [0.08, 0.2] as const

const BINS = 256

/**
 * Divides the image by its paper, in place, then makes white what is nearly as bright as paper, and ink darker.
 * @param paper - red, green and blue of the paper, 1 to 255, of any size.
 */
export async function flattenLighting(
  image: RasterImage,
  paper: Plane[],
  pace: Checkpoints,
  [start, end]: readonly [number, number],
): Promise<void> {
  const { pixels, width } = image
  const rows = paper.map((plane) => bilinearRows(plane, image))
  const histogram = new Float64Array(BINS)
  const color = new Float32Array(3)
  const middle = start + (end - start) * 0.4
  const divided = (y: number, work: (at: number, color: Float32Array) => void) => {
    const white = rows.map((row) => row(y))
    for (let x = 0, at = y * width * 4; x < width; x++, at += 4) {
      if (pixels[at + 3] === 0) continue
      for (let c = 0; c < 3; c++) {
        color[c] = (pixels[at + c] as number) / ((white[c] as Float32Array)[x] as number)
      }
      work(at, color)
    }
  }
  await eachRow(image, pace, [start, middle], (y) => {
    divided(y, (_, c) => {
      const bin = Math.min(BINS - 1, Math.round(brightest(c) * (BINS - 1)))
      histogram[bin] = (histogram[bin] as number) + 1
    })
  })
  const curve = curveOf(inkOf(histogram))
  await eachRow(image, pace, [middle, end], (y) => {
    divided(y, (at, c) => put(pixels, at, c, curve))
  })
}

/** The largest channel: by it, a colored stamp is not taken for half black. */
const brightest = (c: Float32Array) => Math.max(c[0] as number, c[1] as number, c[2] as number)

/** How bright the darkest ink is, 0 to BRIGHTEST_INK. */
function inkOf(histogram: Float64Array): number {
  const total = histogram.reduce((a, b) => a + b, 0)
  let below = 0
  let bin = 0
  while (bin < BINS - 1) {
    below += histogram[bin] as number
    if (below > total * DARKER) break
    bin++
  }
  return Math.min(BRIGHTEST_INK, bin / (BINS - 1))
}

/** New brightness by old, both as shares of the paper's. Rises everywhere up to white. */
function curveOf(ink: number): (value: number) => number {
  const black = ink * DEEPER
  const line = (value: number) => (value - black) / (WHITE - black)
  return (value) => (value < ink ? (value / ink) * line(ink) : Math.min(1, line(value)))
}

function put(
  pixels: Uint8ClampedArray,
  at: number,
  color: Float32Array,
  curve: (value: number) => number,
) {
  const most = brightest(color)
  if (most === 0) return
  const gain = curve(most) / most
  const least = Math.min(color[0] as number, color[1] as number, color[2] as number)
  const pale = 1 - smoothstep(PALE[0], PALE[1], (most - least) / most)
  const white = pale * smoothstep(WHITE - 0.06, WHITE, most)
  for (let c = 0; c < 3; c++) {
    const value = (color[c] as number) * gain * 255
    pixels[at + c] = value + (255 - value) * white
  }
}
