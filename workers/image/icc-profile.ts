import { srgbCurve } from './srgb.ts'

/** Three numbers: red, green and blue, or X, Y and Z. */
export type Triple = readonly [number, number, number]

/** An RGB space: the curve of each channel, from 0 to 1 into linear light, and the XYZ of each channel under D50. */
export interface RgbSpace {
  curves: readonly [Curve, Curve, Curve]
  colorants: readonly [Triple, Triple, Triple]
}

type Curve = (value: number) => number

const HEADER = 128
const ENTRY = 12
/** More tags than any profile has. */
const MAX_TAGS = 100

/** IEC 61966-2-1, adapted to D50 by Bradford. */
export const sRgb: RgbSpace = {
  curves: [srgbCurve, srgbCurve, srgbCurve],
  colorants: [
    [0.43607, 0.22249, 0.01392],
    [0.38515, 0.71687, 0.09708],
    [0.14307, 0.06061, 0.7141],
  ],
}

/** SMPTE EG 432-1 with the curve of sRGB, adapted to D50 likewise. */
export const displayP3: RgbSpace = {
  curves: sRgb.curves,
  colorants: [
    [0.51512, 0.2412, -0.00105],
    [0.29198, 0.69225, 0.04189],
    [0.1571, 0.06657, 0.78407],
  ],
}

/** The space of an ICC profile (ICC.1:2022) of curves and a matrix; undefined for one of another kind. */
export function rgbSpaceOf(profile: Uint8Array): RgbSpace | undefined {
  try {
    const data = new DataView(profile.buffer, profile.byteOffset, profile.byteLength)
    const curveOf = (name: string) => curveAt(data, tagAt(data, name))
    const colorantOf = (name: string) => xyzAt(data, tagAt(data, name))
    return {
      curves: [curveOf('rTRC'), curveOf('gTRC'), curveOf('bTRC')],
      colorants: [colorantOf('rXYZ'), colorantOf('gXYZ'), colorantOf('bXYZ')],
    }
  } catch {
    return undefined
  }
}

const textAt = (data: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((i) => data.getUint8(at + i)))

const fixed = (data: DataView, at: number) => data.getInt32(at) / 65_536

function tagAt(data: DataView, name: string): number {
  const count = Math.min(MAX_TAGS, data.getUint32(HEADER))
  for (let i = 0; i < count; i++) {
    const entry = HEADER + 4 + i * ENTRY
    if (textAt(data, entry) === name) return data.getUint32(entry + 4)
  }
  throw new Error(`a profile without ${name}`)
}

function xyzAt(data: DataView, at: number): Triple {
  if (textAt(data, at) !== 'XYZ ') throw new Error('a color that is not in XYZ')
  return [fixed(data, at + 8), fixed(data, at + 12), fixed(data, at + 16)]
}

function curveAt(data: DataView, at: number): Curve {
  const type = textAt(data, at)
  if (type === 'para') return parametricCurve(data, at)
  if (type !== 'curv') throw new Error(`a curve of type ${type}`)
  const count = data.getUint32(at + 8)
  if (count === 0) return (value) => value
  if (count === 1) return (value) => value ** (data.getUint16(at + 12) / 256)
  return sampledCurve(data, at + 12, count)
}

function sampledCurve(data: DataView, at: number, count: number): Curve {
  const sample = (i: number) => data.getUint16(at + i * 2) / 65_535
  sample(count - 1)
  return (value) => {
    const position = value * (count - 1)
    const i = Math.min(count - 2, Math.floor(position))
    return sample(i) + (position - i) * (sample(i + 1) - sample(i))
  }
}

/** Types 0 to 4 have 1, 3, 4, 5 and 7 of the parameters g, a, b, c, d, e and f. */
function parametricCurve(data: DataView, at: number): Curve {
  const type = data.getUint16(at + 8)
  const count = [1, 3, 4, 5, 7][type]
  if (count === undefined) throw new Error(`a parametric curve of type ${type}`)
  const all = Array.from({ length: count }, (_, i) => fixed(data, at + 12 + i * 4))
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = all
  const power = (value: number) => Math.max(0, a * value + b) ** g
  if (type === 0) return (value) => value ** g
  if (type <= 2) {
    const offset = type === 2 ? c : 0
    return (value) => (value >= -b / a ? power(value) : 0) + offset
  }
  return (value) => (value >= d ? power(value) + e : c * value + f)
}
