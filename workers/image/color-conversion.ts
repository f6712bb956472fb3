import type { Color } from '../../src/plan/steps.ts'
import { displayP3, type RgbSpace, rgbSpaceOf, sRgb, type Triple } from './icc-profile.ts'
import type { RasterImage } from './image.ts'

/** Steps of linear light in the tables back to 8 bits. */
const STEPS = 65_535

/** A color of sRGB in the color space of an image, as near as that comes. */
export function colorFor(color: Color, image: Pick<RasterImage, 'profile'>): Color {
  const convert = converter(undefined, image.profile)
  if (!convert) return color
  const converted = Uint8ClampedArray.from(color)
  convert(converted, 0)
  return [...converted] as unknown as Color
}

/** Converts an image into the color space of another one, in place. */
export function convertTo(image: RasterImage, other: Pick<RasterImage, 'profile'>): void {
  const convert = converter(image.profile, other.profile)
  if (!convert) return
  for (let i = 0; i < image.pixels.length; i += 4) convert(image.pixels, i)
}

/** The color space of a canvas that an image has, if there is one. */
export function canvasSpaceOf(profile?: Uint8Array): PredefinedColorSpace | undefined {
  const space = profile ? rgbSpaceOf(profile) : sRgb
  if (space && isSame(space, sRgb)) return 'srgb'
  return space && isSame(space, displayP3) ? 'display-p3' : undefined
}

/** Converts the color at an index, in place. */
type Convert = (pixels: Uint8ClampedArray, at: number) => void

/** Undefined where nothing is to be converted, or a profile is not understood. */
function converter(from?: Uint8Array, to?: Uint8Array): Convert | undefined {
  const [source, target] = [from, to].map((profile) => (profile ? rgbSpaceOf(profile) : sRgb))
  if (!source || !target || isSame(source, target)) return undefined
  const [red, green, blue] = source.curves.map(lightTable) as [Light, Light, Light]
  const encoded = target.curves.map(encodedTable)
  const matrix = product(inverse(columns(target.colorants)), columns(source.colorants))
  if (!matrix.flat().every(Number.isFinite)) return undefined
  return (pixels, at) => {
    const r = red[pixels[at] as number] as number
    const g = green[pixels[at + 1] as number] as number
    const b = blue[pixels[at + 2] as number] as number
    for (let c = 0; c < 3; c++) {
      const [x, y, z] = matrix[c] as Triple
      pixels[at + c] = encoded[c]?.[indexOf(x * r + y * g + z * b)] as number
    }
  }
}

type Light = Float64Array

/** Linear light by 8-bit value. */
const lightTable = (curve: (value: number) => number): Light =>
  Float64Array.from({ length: 256 }, (_, i) => curve(i / 255))

const indexOf = (light: number) => Math.round(Math.min(1, Math.max(0, light)) * STEPS)

/** The 8-bit value whose light is nearest, by light. Curves rise. */
function encodedTable(curve: (value: number) => number): Uint8Array {
  const table = new Uint8Array(STEPS + 1)
  for (let value = 0, i = 0; value < 256; value++) {
    const end = value === 255 ? STEPS + 1 : curve((value + 0.5) / 255) * STEPS
    for (; i < end && i <= STEPS; i++) table[i] = value
  }
  return table
}

/** Whether two spaces differ by less than their profiles are rounded. */
function isSame(a: RgbSpace, b: RgbSpace): boolean {
  const near = (x: number, y: number) => Math.abs(x - y) < 0.002
  const grays = Array.from({ length: 16 }, (_, i) => (i * 17) / 255)
  return [0, 1, 2].every(
    (c) =>
      a.colorants[c]?.every((value, i) => near(value, b.colorants[c]?.[i] as number)) &&
      grays.every((x) => near(a.curves[c]?.(x) as number, b.curves[c]?.(x) as number)),
  )
}

type Matrix = readonly [Triple, Triple, Triple]

export const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

const columns = ([a, b, c]: Matrix): Matrix => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
]

const product = (a: Matrix, b: Matrix): Matrix => {
  const of = columns(b)
  return a.map((row) => of.map((column) => dot(row, column))) as unknown as Matrix
}

const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** By the cross products of its rows. */
function inverse([a, b, c]: Matrix): Matrix {
  const determinant = dot(a, cross(b, c))
  const scaled = [cross(b, c), cross(c, a), cross(a, b)].map((row) =>
    row.map((value) => value / determinant),
  )
  return columns(scaled as unknown as Matrix)
}
