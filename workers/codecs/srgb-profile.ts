import { dataView } from './binary/bytes.ts'

const HEADER = 128
const ENTRY = 12
/** Red, green and blue of sRGB and white as XYZ under D50 (IEC 61966-2-1, adapted by Bradford), in 1 / 65536. */
const COLORS = {
  rXYZ: [0x6fa2, 0x38f5, 0x0390],
  gXYZ: [0x6299, 0xb785, 0x18da],
  bXYZ: [0x24a0, 0x0f84, 0xb6cf],
  wtpt: [0xf6d6, 0x10000, 0xd32d],
}
/** The curve of sRGB as a parametric one of type 3: g, a, b, c, d. */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]

/** Builds an ICC v4 profile of sRGB (ICC.1:2010), the target of conversions. */
export function srgbProfile(): Uint8Array<ArrayBuffer> {
  const curve = tag('para', [3 << 16, ...CURVE.map((value) => Math.round(value * 65536))])
  const text = tag('mluc', [1, 12, 0x656e5553, 8, 28, 0x00730052, 0x00470042])
  const tags: [string, Uint8Array][] = [
    ['desc', text],
    ['cprt', text],
    ...Object.entries(COLORS).map(([name, xyz]): [string, Uint8Array] => [name, tag('XYZ ', xyz)]),
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
  ;[0xf6d6, 0x10000, 0xd32d].forEach((value, i) => {
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
