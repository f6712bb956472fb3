type Pixels = Uint8ClampedArray

/**
 * YCbCr to RGB by ITU-R BT.601 in full range, as JFIF 1.02 has it.
 * @param ycc Y, Cb and Cr from `from` on, 0 to 255; may be `out` itself.
 * @param out RGBA, of which red, green and blue at `to` are written.
 */
export function ycbcrToRgb(ycc: ArrayLike<number>, from: number, out: Pixels, to: number): void {
  const y = ycc[from] as number
  const cb = (ycc[from + 1] as number) - 128
  const cr = (ycc[from + 2] as number) - 128
  out[to] = y + 1.402 * cr
  out[to + 1] = y - 0.344_136 * cb - 0.714_136 * cr
  out[to + 2] = y + 1.772 * cb
}

/** PhotoYCC to RGB, with the constants that Kodak gives for displays. Values above white are clipped by the caller. */
export function photoYccToRgb(y: number, c1: number, c2: number): [number, number, number] {
  const luma = 1.3584 * y
  const blue = 2.2179 * (c1 - 156)
  const red = 1.8215 * (c2 - 137)
  return [luma + red, luma - 0.194 * blue - 0.509 * red, luma + blue]
}

/**
 * CMYK to RGB as most software converts it without a profile: (1 - ink) * (1 - black).
 * @param cmyk cyan, magenta, yellow and black from `from` on, 0 (none) to 255; may be `out` itself.
 * @param out RGBA, of which red, green and blue at `to` are written.
 */
export function naiveCmykToRgb(
  cmyk: ArrayLike<number>,
  from: number,
  out: Uint8ClampedArray,
  to: number,
): void {
  const light = 255 - (cmyk[from + 3] as number)
  for (let i = 0; i < 3; i++) out[to + i] = ((255 - (cmyk[from + i] as number)) * light) / 255
}
