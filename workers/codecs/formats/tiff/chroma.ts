/**
 * Spreads YCbCr whose chroma has fewer samples (TIFF 6.0 section 21) over three bytes a pixel. Stored are units, left
 * to right and top to bottom, of `across` x `down` brightnesses, one Cb and one Cr.
 */
export function upsampleChroma(
  bytes: Uint8Array,
  width: number,
  height: number,
  [across, down]: [number, number],
): Uint8Array {
  const out = new Uint8Array(width * height * 3)
  const unit = across * down + 2
  const units = Math.ceil(width / across)
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += 3) {
      const from = (Math.floor(y / down) * units + Math.floor(x / across)) * unit
      out[to] = bytes[from + (y % down) * across + (x % across)] as number
      out[to + 1] = bytes[from + unit - 2] as number
      out[to + 2] = bytes[from + unit - 1] as number
    }
  }
  return out
}

/** Bytes of such a strip or tile. */
export const subsampledByteLength = (
  width: number,
  height: number,
  [across, down]: [number, number],
) => Math.ceil(width / across) * Math.ceil(height / down) * (across * down + 2)
