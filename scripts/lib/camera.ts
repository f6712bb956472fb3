import type { Degrade } from './degrade.ts'
import { noise, random } from './pictures.ts'

/** From linear sRGB to the colours of a camera, the mean of four; rows add up to 1. */
const TO_CAMERA = [
  [0.646, 0.2714, 0.0826],
  [0.0826, 0.7557, 0.1617],
  [0.0145, 0.2251, 0.7604],
]
const FROM_CAMERA = inverse(TO_CAMERA)
const GAMMA = 2.2
/** From this brightness on, the gains of what was clipped are not taken back. */
const CLIPPED = 0.9

/**
 * Takes the picture again with a digital camera: unprocessed to what the sensor saw, with shot noise (its variance at the
 * brightness 1) and read noise, demosaiced and developed. After T. Brooks et al., "Unprocessing images for learned raw
 * denoising" (CVPR 2019); demosaiced as by H. Malvar et al. (ICASSP 2004).
 */
export const camera =
  (shot: number): Degrade =>
  ({ data, width, height }, seed) => {
    const next = random(seed + 1)
    const exposure = 1 / Math.min(1.1, Math.max(0.5, 0.8 + noise(next, 0.1)))
    const gains = [1.9 + 0.5 * next(), 1, 1.5 + 0.4 * next()].map((gain) => gain * exposure)
    const read = Math.exp(2.18 * Math.log(shot) + 1.2 + noise(next, 0.26))
    const mosaic = new Float64Array(width * height)
    for (let i = 0; i < mosaic.length; i++) {
      const site = siteOf(i % width, Math.floor(i / width))
      const gain = gains[site] as number
      const light = unprocess(data.subarray(i * 4, i * 4 + 3), gains)[site] as number
      const noisy = light + noise(next, Math.sqrt(light * shot + read))
      mosaic[i] = clamp(noisy * gain)
    }
    const out = new ImageData(width, height)
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i += 4) {
        const linear = transform(FROM_CAMERA, demosaic(mosaic, width, height, x, y).map(clamp))
        out.data.set([...linear.map((value) => tone(clamp(value)) * 255), 255], i)
      }
    }
    return out
  }

const clamp = (value: number) => Math.min(1, Math.max(0, value))

/** The colour that the sensor has at a pixel: 0 red, 1 green, 2 blue, in the pattern RGGB. */
const siteOf = (x: number, y: number) => (x % 2) + (y % 2)

const transform = (matrix: number[][], values: number[]) =>
  matrix.map((row) => row.reduce((sum, weight, i) => sum + weight * (values[i] as number), 0))

/** What the sensor saw of a pixel. */
function unprocess(pixel: ArrayLike<number>, gains: number[]): number[] {
  const linear = Array.from(pixel, (value) => {
    const toned = 0.5 - Math.sin(Math.asin(1 - (2 * value) / 255) / 3)
    return Math.max(toned, 1e-8) ** GAMMA
  })
  const seen = transform(TO_CAMERA, linear)
  const grey = seen.reduce((a, b) => a + b) / 3
  const clipped = (Math.max(0, grey - CLIPPED) / (1 - CLIPPED)) ** 2
  return seen.map((value, i) => {
    const taken = 1 / (gains[i] as number)
    return clamp(value * Math.max(clipped + (1 - clipped) * taken, taken))
  })
}

/** Linear light as it is shown: gamma, then a tone curve. */
function tone(linear: number): number {
  const shown = Math.max(linear, 1e-8) ** (1 / GAMMA)
  return 3 * shown ** 2 - 2 * shown ** 3
}

/** Weights in 1/8 of the neighbours of a pixel up to 2 px away. */
const GREEN = [
  [0, 0, -1, 0, 0],
  [0, 0, 2, 0, 0],
  [-1, 2, 4, 2, -1],
  [0, 0, 2, 0, 0],
  [0, 0, -1, 0, 0],
]
const ACROSS = [
  [0, 0, 0.5, 0, 0],
  [0, -1, 0, -1, 0],
  [-1, 4, 5, 4, -1],
  [0, -1, 0, -1, 0],
  [0, 0, 0.5, 0, 0],
]
const DOWN = ACROSS.map((_, i) => ACROSS.map((row) => row[i] as number))
const DIAGONAL = [
  [0, 0, -1.5, 0, 0],
  [0, 2, 0, 2, 0],
  [-1.5, 0, 6, 0, -1.5],
  [0, 2, 0, 2, 0],
  [0, 0, -1.5, 0, 0],
]

function demosaic(mosaic: Float64Array, width: number, height: number, x: number, y: number) {
  const mirror = (i: number, length: number) => (i < 0 ? -i : i >= length ? 2 * length - 2 - i : i)
  const filtered = (kernel: number[][]) => {
    let sum = 0
    kernel.forEach((row, v) => {
      const start = mirror(y + v - 2, height) * width
      row.forEach((weight, u) => {
        sum += weight * (mosaic[start + mirror(x + u - 2, width)] as number)
      })
    })
    return sum / 8
  }
  const own = mosaic[y * width + x] as number
  const site = siteOf(x, y)
  if (site === 0) return [own, filtered(GREEN), filtered(DIAGONAL)]
  if (site === 2) return [filtered(DIAGONAL), filtered(GREEN), own]
  const [first, second] = y % 2 === 0 ? [ACROSS, DOWN] : [DOWN, ACROSS]
  return [filtered(first), own, filtered(second)]
}

/** Of a 3 x 3 matrix. */
function inverse(m: number[][]): number[][] {
  const at = (row: number, column: number) => (m[row % 3] as number[])[column % 3] as number
  const cofactor = (row: number, column: number) =>
    at(row + 1, column + 1) * at(row + 2, column + 2) -
    at(row + 1, column + 2) * at(row + 2, column + 1)
  const determinant = [0, 1, 2].reduce((sum, i) => sum + at(0, i) * cofactor(0, i), 0)
  return [0, 1, 2].map((row) => [0, 1, 2].map((column) => cofactor(column, row) / determinant))
}
