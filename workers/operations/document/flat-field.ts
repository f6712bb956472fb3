import { bilinearRows } from '../../image/bilinear.ts'
import { type Checkpoints, eachRow } from '../../image/each-row.ts'
import type { RasterImage } from '../../image/image.ts'
import { type Plane, smoothstep } from '../../image/plane.ts'

/** Share of the paper's brightness from which a pixel becomes white. */
const WHITE = 0.96
/** Upper limit of the estimated ink brightness; the share of it that is subtracted; the share of pixels that may be darker than ink. */
const BRIGHTEST_INK = 0.3
const SUBTRACTED = 0.7
const DARKER_SHARE = 0.005
/** Saturations: a bright pixel is paper up to the first, and highlighter or a tinted area from the second on. */
const PALE = [0.08, 0.2] as const

const BINS = 256

/**
 * Divides the image by its paper color, in place, then makes pixels nearly as bright as paper white, and ink darker.
 * @param paper - red, green and blue of the paper, 1 to 255, of any size.
 */
export async function correctFlatField(
  image: RasterImage,
  paper: Plane[],
  checkpoints: Checkpoints,
  [start, end]: readonly [number, number],
): Promise<void> {
  const { pixels, width } = image
  const rows = paper.map((plane) => bilinearRows(plane, image))
  const histogram = new Float64Array(BINS)
  const color = new Float32Array(3)
  const middle = start + (end - start) * 0.4
  const eachDivided = (y: number, work: (at: number, color: Float32Array) => void) => {
    const white = rows.map((row) => row(y))
    for (let x = 0, at = y * width * 4; x < width; x++, at += 4) {
      if (pixels[at + 3] === 0) continue
      for (let c = 0; c < 3; c++) {
        color[c] = (pixels[at + c] as number) / ((white[c] as Float32Array)[x] as number)
      }
      work(at, color)
    }
  }
  await eachRow(image, checkpoints, [start, middle], (y) => {
    eachDivided(y, (_, c) => {
      const bin = Math.min(BINS - 1, Math.round(brightest(c) * (BINS - 1)))
      histogram[bin] = (histogram[bin] as number) + 1
    })
  })
  const curve = curveOf(inkOf(histogram))
  await eachRow(image, checkpoints, [middle, end], (y) => {
    eachDivided(y, (at, c) => writePixel(pixels, at, c, curve))
  })
}

/** The largest channel: measured by luma, a colored stamp would count as dark ink. */
const brightest = (c: Float32Array) => Math.max(c[0] as number, c[1] as number, c[2] as number)

/** The brightness of the darkest ink, 0 to BRIGHTEST_INK. */
function inkOf(histogram: Float64Array): number {
  const total = histogram.reduce((a, b) => a + b, 0)
  let below = 0
  let bin = 0
  while (bin < BINS - 1) {
    below += histogram[bin] as number
    if (below > total * DARKER_SHARE) break
    bin++
  }
  return Math.min(BRIGHTEST_INK, bin / (BINS - 1))
}

/** Maps old to new brightness, both as shares of the paper's. Strictly increasing up to white. */
function curveOf(ink: number): (value: number) => number {
  const black = ink * SUBTRACTED
  const line = (value: number) => (value - black) / (WHITE - black)
  return (value) => (value < ink ? (value / ink) * line(ink) : Math.min(1, line(value)))
}

function writePixel(
  pixels: Uint8ClampedArray,
  at: number,
  color: Float32Array,
  curve: (value: number) => number,
) {
  const max = brightest(color)
  if (max === 0) return
  const gain = curve(max) / max
  const min = Math.min(color[0] as number, color[1] as number, color[2] as number)
  const pale = 1 - smoothstep(PALE[0], PALE[1], (max - min) / max)
  const white = pale * smoothstep(WHITE - 0.06, WHITE, max)
  for (let c = 0; c < 3; c++) {
    const value = (color[c] as number) * gain * 255
    pixels[at + c] = value + (255 - value) * white
  }
}
