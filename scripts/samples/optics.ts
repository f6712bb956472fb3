import { srgbCurve as toLight } from '../../workers/image/srgb.ts'
import { noise, random } from '../lib/pictures.ts'

/** Simulates illuminants and sensors. Light is linear, 0 to 1; a colour is red, green, blue. */

export type Colour = [red: number, green: number, blue: number]

const toValue = (light: number) =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055

/** Maps the linear light of an sRGB image. Values out of range are clipped. */
export function relit(
  { data, width, height }: ImageData,
  change: (light: Colour, x: number, y: number) => Colour,
): ImageData {
  const out = new ImageData(width, height)
  for (let i = 0; i < width * height; i++) {
    const [r = 0, g = 0, b = 0] = data.subarray(i * 4, i * 4 + 3)
    const light: Colour = [toLight(r / 255), toLight(g / 255), toLight(b / 255)]
    const changed = change(light, i % width, Math.floor(i / width))
    const values = changed.map((each) => Math.round(255 * toValue(Math.min(1, Math.max(0, each)))))
    out.data.set([...values, 255], i * 4)
  }
  return out
}

/**
 * Darkens an image and adds sensor noise. `photons` is the variance of shot noise at full light, `read` the standard
 * deviation of read noise.
 */
export function dim(image: ImageData, gains: Colour, photons: number, read: number, seed: number) {
  const next = random(seed)
  return relit(image, (light) => {
    const sensed = light.map((each, c) => {
      const left = each * (gains[c] as number)
      return left + noise(next, Math.sqrt(photons * left + read ** 2))
    })
    return sensed as Colour
  })
}

/** From linear sRGB to cone responses (Bradford), and back. */
const toCones = [
  [0.4227, 0.4913, 0.0274],
  [0.0557, 0.9615, 0.0232],
  [0.0214, 0.0876, 0.9805],
]
const fromCones = [
  [2.538, -1.2933, -0.0402],
  [-0.146, 1.1166, -0.0223],
  [-0.0423, -0.0716, 1.0228],
]

/** Cone responses to an incandescent bulb (CIE illuminant A), relative to daylight (D65). */
const tungsten = [1.2664, 0.8674, 0.3126]

/** Replaces daylight by a light bulb (von Kries). A `strength` of 0.5 means that the camera has adapted halfway. */
export function underTungsten(image: ImageData, strength: number, exposure: number): ImageData {
  const gains = tungsten.map((gain) => gain ** strength)
  const seen = (light: readonly number[]) =>
    times(
      fromCones,
      times(toCones, light).map((cone, i) => cone * (gains[i] as number)),
    )
  // At an exposure of 1, white is not clipped.
  const brightest = Math.max(...seen([1, 1, 1]))
  return relit(image, (light) => seen(light).map((each) => (exposure * each) / brightest) as Colour)
}

const times = (matrix: number[][], vector: readonly number[]) =>
  matrix.map((row) => row.reduce((sum, weight, i) => sum + weight * (vector[i] as number), 0))
