import type { RasterImage } from '../../image/image.ts'
import { linear } from '../../image/srgb.ts'

/** The nonlinearity f(t) of CIELAB. */
const curve = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27) * (t / 116) + 16 / 116)

/** CIE L*, a* and b* (D65) of an opaque image, as three planes. */
export function toLab({ pixels }: RasterImage): [Float32Array, Float32Array, Float32Array] {
  const count = pixels.length / 4
  const planes: [Float32Array, Float32Array, Float32Array] = [
    new Float32Array(count),
    new Float32Array(count),
    new Float32Array(count),
  ]
  for (let i = 0; i < count; i++) {
    const r = linear[pixels[i * 4] as number] as number
    const g = linear[pixels[i * 4 + 1] as number] as number
    const b = linear[pixels[i * 4 + 2] as number] as number
    const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
    const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b)
    const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
    planes[0][i] = 116 * y - 16
    planes[1][i] = 500 * (x - y)
    planes[2][i] = 200 * (y - z)
  }
  return planes
}
