/** Numbers inside pixels, and pixels as numbers. */

/** A channel inside a number of up to 32 bits: `(value & mask) >>> shift` is 0 to `most`. An empty mask reads 0. */
export interface Channel {
  mask: number
  shift: number
  most: number
}

export function channelOfMask(mask: number): Channel {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask)
  return { mask, shift, most: mask === 0 ? 1 : mask >>> shift }
}

/** The channel of a number as 0 to 255, not rounded. */
export const channelLevel = (value: number, { mask, shift, most }: Channel) =>
  (((value & mask) >>> shift) * 255) / most

const pixel = new Uint8Array(4)
const word = new Uint32Array(pixel.buffer)

/** Three bytes of blue, green and red as an opaque RGBA pixel, its four bytes as they lie in memory. */
export function bgrToRgbaWord(bytes: Uint8Array, at: number) {
  for (let c = 0; c < 3; c++) pixel[c] = bytes[at + 2 - c] as number
  pixel[3] = 255
  return word[0] as number
}
