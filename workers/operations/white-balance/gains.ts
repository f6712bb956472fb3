import { encoded, linear, luminance } from '../../image/srgb.ts'
import type { Illuminant } from './illuminant.ts'

/** Linear light from where a channel that grows is bent, so that it reaches 1 only at the top. */
const KNEE = 0.8

/**
 * Red, green and blue gains, in linear light, that make what is neutral under this light gray (von Kries),
 * and keep its luminance. `level` 0 to 1 is the share of the correction.
 */
export function channelGains({ u, v }: Illuminant, level: number): [number, number, number] {
  const light = [Math.exp(u * level), 1, Math.exp(v * level)] as const
  const gray = luminance(...light)
  return [gray / light[0], gray, gray / light[2]]
}

/** What a gain makes of each number of a channel; no number but 255 becomes 255. */
export function gainCurve(gain: number): Uint8ClampedArray {
  const curve = new Uint8ClampedArray(256)
  for (let i = 0; i < 256; i++)
    curve[i] = Math.min(254, encoded(bend((linear[i] as number) * gain, gain)))
  if (gain >= 1) curve[255] = 255
  return curve
}

/** Above the knee, maps up to `top` onto up to 1: slope 1 at the knee, rising all the way. */
function bend(light: number, top: number): number {
  if (top <= 1 || light <= KNEE) return light
  const above = light - KNEE
  return KNEE + above / (1 + above * (1 / (1 - KNEE) - 1 / (top - KNEE)))
}
