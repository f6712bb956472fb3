import { smoothstep } from '../../image/plane.ts'

/** Hue of skin, whatever its lightness, and the distance from it up to which colors are protected. In degrees. */
const SKIN = 20
const REACH = 32
/** Share of the rise that is withheld from skin. */
const SKIN_PROTECTION = 0.8
/** Chroma below which a color is a tinted gray and should stay one. */
const TINT = 0.12

/** The share of the chroma rise that applies to a color, 0 to 1: more for dull colors than for vivid ones, little for grays and skin. */
export const vibrance = (chroma: number, saturation: number, hue: number): number =>
  (1 - saturation) *
  smoothstep(0, TINT, chroma) *
  (1 - SKIN_PROTECTION * skinLikeness(saturation, hue))

/** How similar to skin a color is, 0 to 1. */
function skinLikeness(saturation: number, hue: number): number {
  const distance = Math.abs(((hue - SKIN + 540) % 360) - 180)
  if (distance >= REACH) return 0
  return (
    (1 - smoothstep(REACH / 3, REACH, distance)) *
    smoothstep(0.05, 0.15, saturation) *
    (1 - smoothstep(0.65, 0.85, saturation))
  )
}
