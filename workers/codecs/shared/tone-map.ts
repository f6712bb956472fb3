import { encoded, luminance } from '../../image/srgb.ts'
import type { DecodedImage, RasterInfo } from './decoder.ts'
import { transparentPixels } from './raster.ts'

/** The brightness of a medium gray, which the mean of the image becomes. */
const MIDDLE = 0.18
/** Below this nothing is seen, and logarithms would be dominated by it. */
const DARKEST = 1e-6
/** Pixels that are sampled for the mean. */
const SAMPLES = 65_536

/** Linear light: RGB and alpha of a pixel, four floats each. Numbers may be negative, infinite or NaN. */
export interface LinearImage extends RasterInfo {
  light: Float32Array
}

/**
 * Maps linear light of any range to sRGB by the global operator of Reinhard and others (2002): the logarithmic mean
 * becomes a medium gray, the brightest becomes white, and bright parts are compressed in proportion, so that hues stay.
 * An image that is between 0 and 1 anyway is left as it is.
 */
export function toneMapped({ light, ...info }: LinearImage): DecodedImage {
  const data = transparentPixels(info)
  const { scale, white } = exposure(light)
  for (let i = 0; i < light.length; i += 4) {
    const level = brightness(light, i) * scale
    const factor = white > 1 && level > 0 ? (scale * (1 + level / white ** 2)) / (1 + level) : scale
    for (let c = 0; c < 3; c++) data[i + c] = encoded(clamped((light[i + c] as number) * factor))
    data[i + 3] = clamped(light[i + 3] as number) * 255
  }
  return { ...info, data }
}

const clamped = (value: number) => (value > 0 ? Math.min(value, 1) : 0)

/** The luminance of a pixel; 0 for what is no light. */
function brightness(light: Float32Array, i: number): number {
  const value = luminance(light[i] as number, light[i + 1] as number, light[i + 2] as number)
  return value > 0 && value < Number.POSITIVE_INFINITY ? value : 0
}

function exposure(light: Float32Array): { scale: number; white: number } {
  let brightest = 0
  for (let i = 0; i < light.length; i += 4) brightest = Math.max(brightest, brightness(light, i))
  if (brightest <= 1) return { scale: 1, white: 1 }
  let sum = 0
  let count = 0
  const step = 4 * Math.max(1, Math.floor(light.length / 4 / SAMPLES))
  for (let i = 0; i < light.length; i += step) {
    const value = brightness(light, i)
    if (value <= DARKEST) continue
    sum += Math.log(value)
    count++
  }
  const scale = count > 0 ? MIDDLE / Math.exp(sum / count) : 1
  return { scale, white: Math.max(1.001, brightest * scale) }
}
