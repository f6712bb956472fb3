import { smoothstep } from '../../image/plane.ts'

/** Hue of skin in degrees, whatever its lightness, and how far from it the protection reaches. */
const SKIN = 20
const REACH = 32
/** Share of the rise that skin is spared. */
const SPARED = 0.8
/** Chroma below which a colour is a tinted grey, and should stay one. */
const TINT = 0.12

/** The share of a rise in chroma that a colour gets, 0 to 1: dull colours more than vivid ones, greys and skin little. */
export const vibrance = (chroma: number, saturation: number, hue: number): number =>
  (1 - saturation) * smoothstep(0, TINT, chroma) * (1 - SPARED * skin(saturation, hue))

/** How much like skin a colour is, 0 to 1. */
function skin(saturation: number, hue: number): number {
  const away = Math.abs(((hue - SKIN + 540) % 360) - 180)
  if (away >= REACH) return 0
  return (
    (1 - smoothstep(REACH / 3, REACH, away)) *
    smoothstep(0.05, 0.15, saturation) *
    (1 - smoothstep(0.65, 0.85, saturation))
  )
}
