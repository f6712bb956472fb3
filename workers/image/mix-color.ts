/** Mixes a share of another color, 0 to 1, into the one at index `at`, in place. Alpha stays. */
export function mixColor(
  pixels: Uint8ClampedArray,
  at: number,
  other: Uint8ClampedArray,
  otherAt: number,
  share: number,
): void {
  for (let c = 0; c < 3; c++) {
    const value = pixels[at + c] as number
    pixels[at + c] = value + ((other[otherAt + c] as number) - value) * share
  }
}
