/** Numbers inside pixels, and pixels as numbers. */

/** Opaque black. */
export function blank(width: number, height: number) {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let i = 3; i < data.length; i += 4) data[i] = 255
  return data
}

/** A channel inside a number of up to 32 bits: `(value & mask) >>> shift` is 0 to `most`. An empty mask reads 0. */
export interface Channel {
  mask: number
  shift: number
  most: number
}

export function channel(mask: number): Channel {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask)
  return { mask, shift, most: mask === 0 ? 1 : mask >>> shift }
}

/** The channel of a number as 0 to 255, not rounded. */
export const levelOf = (value: number, { mask, shift, most }: Channel) =>
  (((value & mask) >>> shift) * 255) / most

/** A number of 1 to 4 bytes, the lowest byte first. */
export function little(bytes: Uint8Array, at: number, count: number) {
  let value = 0
  for (let i = 0; i < count; i++) value |= (bytes[at + i] as number) << (i * 8)
  return value
}

const pixel = new Uint8Array(4)
const word = new Uint32Array(pixel.buffer)

/** Three bytes of blue, green and red as an opaque RGBA pixel, its four bytes as they lie in memory. */
export function bgrWord(bytes: Uint8Array, at: number) {
  for (let c = 0; c < 3; c++) pixel[c] = bytes[at + 2 - c] as number
  pixel[3] = 255
  return word[0] as number
}
