/** Builds ICC profiles of curves and a matrix (ICC.1:2010). */

type Triple = [number, number, number]

/** Red, green and blue as XYZ under D50. */
const colorants = {
  adobeRgb: [
    [0.60974, 0.31111, 0.01947],
    [0.20528, 0.62567, 0.06087],
    [0.14919, 0.06322, 0.74457],
  ],
  displayP3: [
    [0.51512, 0.2412, -0.00105],
    [0.29198, 0.69225, 0.04189],
    [0.1571, 0.06657, 0.78407],
  ],
  /** The primaries of sRGB. */
  linear: [
    [0.43607, 0.22249, 0.01392],
    [0.38515, 0.71687, 0.09708],
    [0.14307, 0.06061, 0.7141],
  ],
} satisfies Record<string, [Triple, Triple, Triple]>

export type Space = keyof typeof colorants

const fixed = (value: number) => Math.round(value * 65_536)

/** Adobe RGB has a gamma of 563 / 256, Display P3 the curve of sRGB, linear none. */
const curves = {
  adobeRgb: tag('curv', [1], [563]),
  linear: tag('curv', [0]),
  displayP3: tag('para', [3 << 16, ...[2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].map(fixed)]), // biome-ignore format: a table
}

/** The profile of a color space. */
export function rgbProfile(space: Space): Uint8Array<ArrayBuffer> {
  const [red, green, blue] = colorants[space]
  const curve = curves[space]
  const tags = Object.entries({
    desc: tag('mluc', [1, 12, 0x656e5553, 2, 28, 0x00410000]),
    wtpt: xyz([0.9642, 1, 0.82491]),
    rXYZ: xyz(red),
    gXYZ: xyz(green),
    bXYZ: xyz(blue),
    rTRC: curve,
    gTRC: curve,
    bTRC: curve,
  })
  const start = 132 + tags.length * 12
  const bytes = new Uint8Array(start + tags.reduce((sum, [, body]) => sum + body.length, 0))
  const data = new DataView(bytes.buffer)
  data.setUint32(0, bytes.length)
  data.setUint32(8, 0x04300000)
  write(bytes, 12, 'mntrRGB XYZ ')
  write(bytes, 36, 'acsp')
  for (const [i, value] of [0xf6d6, 0x10000, 0xd32d].entries()) data.setUint32(68 + i * 4, value)
  data.setUint32(128, tags.length)
  let at = start
  for (const [i, [name, body]] of tags.entries()) {
    write(bytes, 132 + i * 12, name)
    data.setUint32(136 + i * 12, at)
    data.setUint32(140 + i * 12, body.length)
    bytes.set(body, at)
    at += body.length
  }
  return bytes
}

const xyz = (value: Triple) => tag('XYZ ', value.map(fixed))

/** A tag's type, four bytes of zero, then numbers of 32 and of 16 bits. */
function tag(type: string, numbers: number[], shorts: number[] = []): Uint8Array {
  const bytes = new Uint8Array(8 + numbers.length * 4 + shorts.length * 4)
  const data = new DataView(bytes.buffer)
  write(bytes, 0, type)
  for (const [i, value] of numbers.entries()) data.setInt32(8 + i * 4, value)
  for (const [i, value] of shorts.entries()) data.setUint16(8 + numbers.length * 4 + i * 2, value)
  return bytes
}

function write(bytes: Uint8Array, at: number, text: string): void {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i)
}
