import { smoothstep } from '../../image/plane.ts'

/** Hue of skin in degrees, whatever its lightness, and how far from it the protection reaches. */
const SKIN = 20
const REACH = 32
/** Share of the rise that skin is spared. */
const SPARED = 0.8
/** Chroma below which a color is a tinted gray, and should stay one. */
const TINT = 0.12

/** The share of a rise in chroma that a color gets, 0 to 1: dull colors more than vivid ones, grays and skin little. */
export const vibrance = (chroma: number, saturation: number, hue: number): number =>
  (1 - saturation) * smoothstep(0, TINT, chroma) * (1 - SPARED * skinLikeness(saturation, hue))

/** How much like skin a color is, 0 to 1. */
function skinLikeness(saturation: number, hue: number): number {
  const distance = Math.abs(((hue - SKIN + 540) % 360) - 180)
  if (distance >= REACH) return 0
  return (
    (1 - smoothstep(REACH / 3, REACH, distance)) *
    smoothstep(0.05, 0.15, saturation) *
    (1 - smoothstep(0.65, 0.85, saturation))
  )
}
