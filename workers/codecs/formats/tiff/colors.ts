import { encoded } from '../../../image/srgb.ts'
import { naiveCmykToRgb, ycbcrToRgb } from '../../shared/color-models.ts'

/** PhotometricInterpretation (TIFF 6.0 sections 8, 16, 18, 21, 23). */
export const WHITE_IS_ZERO = 0
export const BLACK_IS_ZERO = 1
export const RGB = 2
export const PALETTE = 3
export const SEPARATED = 5
export const YCBCR = 6
const CIELAB = 8
const ICCLAB = 9

/** Converts the pixel at `at` of a row of samples to RGB at `to` of `out`. */
export type ColorConverter = (
  row: Float32Array,
  at: number,
  out: Uint8ClampedArray,
  to: number,
) => void

/** Number of color samples per pixel. Further ones are alpha and other extra samples. */
export const colorSamples = (photometric: number): number =>
  photometric === SEPARATED ? 4 : photometric <= BLACK_IS_ZERO || photometric === PALETTE ? 1 : 3

/**
 * The converter for a PhotometricInterpretation. `bits` is BitsPerSample; `palette` is ColorMap: all reds, then all greens,
 * then all blues, 0 to 65535.
 */
export function colorConverter(
  photometric: number,
  bits: number,
  palette: number[],
): ColorConverter {
  switch (photometric) {
    case WHITE_IS_ZERO:
      return (row, at, out, to) => out.fill(255 - (row[at] as number), to, to + 3)
    case BLACK_IS_ZERO:
      return (row, at, out, to) => out.fill(row[at] as number, to, to + 3)
    case RGB:
      return copy
    case PALETTE:
      return mapped(palette)
    case SEPARATED:
      return naiveCmykToRgb
    case YCBCR:
      return ycbcrToRgb
    case CIELAB:
    case ICCLAB:
      return lab(photometric === CIELAB, bits)
    default:
      throw new Error(`TIFF colors of kind ${photometric} are not supported`)
  }
}

const copy: ColorConverter = (row, at, out, to) => {
  for (let i = 0; i < 3; i++) out[to + i] = row[at + i] as number
}

function mapped(palette: number[]): ColorConverter {
  const size = Math.floor(palette.length / 3)
  if (size === 0) throw new Error('a palette TIFF without a palette')
  // Some writers use 8-bit values in a map of 16 bits.
  const scale = palette.some((value) => value > 255) ? 257 : 1
  return (row, at, out, to) => {
    const index = row[at] as number
    for (let i = 0; i < 3; i++) out[to + i] = (palette[index + i * size] ?? 0) / scale
  }
}

/** D50, the white point of the profile connection space. */
const D50 = [0.9642, 1, 0.8249] as const

/** XYZ under D50 to linear sRGB, with Bradford's adaptation to D65. */
const TO_SRGB = [
  [3.134_136, -1.617_386, -0.490_662],
  [-0.978_795, 1.916_254, 0.033_443],
  [0.071_955, -0.228_977, 1.405_386],
] as const

/** CIE L*a*b*: a and b are signed (CIELAB) or offset by 128 (ICCLAB). */
function lab(signed: boolean, bits: number): ColorConverter {
  const unit = bits === 16 ? 257 / 256 : 1
  const centered = (value: number) => {
    const number = value * unit
    return signed ? (number >= 128 ? number - 256 : number) : number - 128
  }
  return (row, at, out, to) => {
    const y = ((row[at] as number) / 2.55 + 16) / 116
    const a = centered(row[at + 1] as number) / 500
    const b = centered(row[at + 2] as number) / 200
    const xyz = [y + a, y, y - b].map((f, i) => (D50[i] as number) * cube(f))
    TO_SRGB.forEach((weights, i) => {
      const linear = weights.reduce((sum, weight, k) => sum + weight * (xyz[k] as number), 0)
      out[to + i] = encoded(linear)
    })
  }
}

const cube = (f: number) => (f > 6 / 29 ? f ** 3 : (3 * 36 * (f - 4 / 29)) / 841)
