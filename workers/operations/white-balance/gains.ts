import { encoded, linear, luminance } from '../../image/srgb.ts'
import type { Illuminant } from './illuminant.ts'

/** Linear light above which an amplified channel is compressed, so that only the highest value reaches 1. */
const KNEE = 0.8

/**
 * Red, green and blue gains in linear light that turn the color of this illuminant gray (von Kries) and keep its
 * luminance.
 * @param level - 0 to 1, the share of the correction that is applied.
 */
export function channelGains({ u, v }: Illuminant, level: number): [number, number, number] {
  const light = [Math.exp(u * level), 1, Math.exp(v * level)] as const
  const gray = luminance(...light)
  return [gray / light[0], gray, gray / light[2]]
}

/** Lookup table that applies a gain to the 8-bit values of a channel. No value below 255 maps to 255. */
export function gainCurve(gain: number): Uint8ClampedArray {
  const curve = new Uint8ClampedArray(256)
  for (let i = 0; i < 256; i++)
    curve[i] = Math.min(254, encoded(compress((linear[i] as number) * gain, gain)))
  if (gain >= 1) curve[255] = 255
  return curve
}

/** Soft clip: maps KNEE..`top` to KNEE..1, strictly increasing, with slope 1 at the knee. */
function compress(light: number, top: number): number {
  if (top <= 1 || light <= KNEE) return light
  const above = light - KNEE
  return KNEE + above / (1 + above * (1 / (1 - KNEE) - 1 / (top - KNEE)))
}
