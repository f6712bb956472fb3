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

const pixel = new Uint8Array(4)
const word = new Uint32Array(pixel.buffer)

/** Reads a BGR triple as an opaque RGBA pixel in one 32-bit word of the platform's byte order. */
export function bgrToRgbaWord(bytes: Uint8Array, at: number) {
  for (let c = 0; c < 3; c++) pixel[c] = bytes[at + 2 - c] as number
  pixel[3] = 255
  return word[0] as number
}
