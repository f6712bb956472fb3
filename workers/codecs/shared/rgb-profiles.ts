import { dataView } from './bytes.ts'

const HEADER = 128
const ENTRY = 12
/** D50, the white of all profiles, as XYZ in 1 / 65536. */
const WHITE = [0xf6d6, 0x10000, 0xd32d]
/** How white of D65 becomes D50 (Bradford), by rows. */
const ADAPTATION = [0x10c42, 0x5de, -0xcdb, 0x793, 0xfd90, -0x45f, -0x25e, 0x3dc, 0xc06e]
/** Red, green and blue as XYZ, adapted to D50 by Bradford, in 1 / 65536. */
const SRGB = { rXYZ: [0x6fa2, 0x38f5, 0x390], gXYZ: [0x6299, 0xb785, 0x18da], bXYZ: [0x24a0, 0xf84, 0xb6cf] } // biome-ignore format: a table
const DISPLAY_P3 = { rXYZ: [0x83df, 0x3dbf, -0x45], gXYZ: [0x4abf, 0xb137, 0xab9], bXYZ: [0x2838, 0x110b, 0xc8b9] } // biome-ignore format: a table
/** The curve of sRGB, which Display P3 has too, as a parametric one of type 3: g, a, b, c, d. */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]

/** The profile of sRGB (IEC 61966-2-1), the target of conversions. */
export const srgbProfile = () => rgbProfile('sRGB', SRGB)

/** The profile of Display P3 (SMPTE EG 432-1, with the white and the curve of sRGB). */
export const displayP3Profile = () => rgbProfile('Display P3', DISPLAY_P3)

/** Builds an ICC v4 profile (ICC.1:2010) of primaries and a curve. */
function rgbProfile(name: string, primaries: typeof SRGB): Uint8Array<ArrayBuffer> {
  const curve = tag('para', [3 << 16, ...CURVE.map((value) => Math.round(value * 65536))])
  const tags: [string, Uint8Array][] = [
    ['desc', text(name)],
    ['cprt', text('CC0 ')],
    ['wtpt', tag('XYZ ', WHITE)],
    ['chad', tag('sf32', ADAPTATION)],
    ...Object.entries(primaries).map(([at, xyz]): [string, Uint8Array] => [at, tag('XYZ ', xyz)]),
    ...['rTRC', 'gTRC', 'bTRC'].map((name): [string, Uint8Array] => [name, curve]),
  ]
  return profileOf(tags)
}

function profileOf(tags: [string, Uint8Array][]): Uint8Array<ArrayBuffer> {
  const start = HEADER + 4 + tags.length * ENTRY
  const bytes = new Uint8Array(start + tags.reduce((sum, [, body]) => sum + body.length, 0))
  const data = dataView(bytes)
  data.setUint32(0, bytes.length)
  data.setUint32(8, 0x04300000)
  write(bytes, 12, 'mntrRGB XYZ ')
  write(bytes, 36, 'acsp')
  WHITE.forEach((value, i) => {
    data.setUint32(68 + i * 4, value)
  })
  data.setUint32(HEADER, tags.length)
  let at = start
  tags.forEach(([name, body], i) => {
    const entry = HEADER + 4 + i * ENTRY
    write(bytes, entry, name)
    data.setUint32(entry + 4, at)
    data.setUint32(entry + 8, body.length)
    bytes.set(body, at)
    at += body.length
  })
  return bytes
}

/** An even number of characters, in English. */
function text(characters: string): Uint8Array {
  const pairs = (characters.match(/../g) ?? []).map(
    (pair) => (pair.charCodeAt(0) << 16) | pair.charCodeAt(1),
  )
  return tag('mluc', [1, 12, 0x656e5553, characters.length * 2, 28, ...pairs])
}

/** A tag's type, four bytes of zero, then numbers of 32 bits. */
function tag(type: string, numbers: number[]): Uint8Array {
  const bytes = new Uint8Array(8 + numbers.length * 4)
  write(bytes, 0, type)
  numbers.forEach((number, i) => {
    dataView(bytes).setUint32(8 + i * 4, number)
  })
  return bytes
}

function write(bytes: Uint8Array, at: number, text: string): void {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i)
}
