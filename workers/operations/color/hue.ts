/** HSV hue in degrees, 0 to 360. The color must not be gray. */
export function hueOf(r: number, g: number, b: number): number {
  const max = Math.max(r, g, b)
  const chroma = max - Math.min(r, g, b)
  const sixth =
    max === r ? (g - b) / chroma : max === g ? 2 + (b - r) / chroma : 4 + (r - g) / chroma
  return 60 * (sixth < 0 ? sixth + 6 : sixth)
}
