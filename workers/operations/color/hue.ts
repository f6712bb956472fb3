/** Hue (HSV) of a color that is not gray, in degrees, 0 to 360. */
export function hueOf(r: number, g: number, b: number): number {
  const most = Math.max(r, g, b)
  const chroma = most - Math.min(r, g, b)
  const sixth =
    most === r ? (g - b) / chroma : most === g ? 2 + (b - r) / chroma : 4 + (r - g) / chroma
  return 60 * (sixth < 0 ? sixth + 6 : sixth)
}
