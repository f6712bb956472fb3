/** A channel within a pixel of up to 32 bits: `(value & mask) >>> shift` is 0 to `max`. An empty mask reads 0. */
export interface Channel {
  mask: number
  shift: number
  max: number
}

export function channelOfMask(mask: number): Channel {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask)
  return { mask, shift, max: mask === 0 ? 1 : mask >>> shift }
}

/** Reads a channel of a pixel, scaled to 0 to 255 and not rounded. */
export const channelLevel = (value: number, { mask, shift, max }: Channel) =>
  (((value & mask) >>> shift) * 255) / max
