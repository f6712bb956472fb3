import { Bits, interpolate, partitionOf, WEIGHTS } from './bptc.ts'

/**
 * The fourteen modes of BC6H, by the value of the lowest two bits of a block (0 and 1) or the lowest five. `base` is the
 * precision of the first endpoint (w), `deltas` that of the others (x, y, z) in red, green and blue, which are differences
 * to the first if `transformed`. `layout` lists the bits in their order in the block: `rw9` is bit 9 of w in red, `rw9:0`
 * are its bits 0 to 9, `rw10:15` its bits 15 to 10. With two subsets (y and z), five bits of partition follow.
 */
interface Mode {
  base: number
  deltas: [number, number, number]
  transformed: boolean
  layout: string
}

const mode = (
  base: number,
  deltas: [number, number, number],
  layout: string,
  transformed = true,
): Mode => ({ base, deltas, transformed, layout })

const W10 = 'rw9:0 gw9:0 bw9:0'

const MODES: Record<number, Mode> = {
  0: mode(
    10,
    [5, 5, 5],
    `gy4 by4 bz4 ${W10} rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3`,
  ),
  1: mode(
    7,
    [6, 6, 6],
    `gy5 gz4 gz5 rw6:0 bz0 bz1 by4 gw6:0 by5 bz2 gy4 bw6:0 bz3 bz5 bz4
     rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 ry5:0 rz5:0`,
  ),
  2: mode(
    11,
    [5, 4, 4],
    `${W10} rx4:0 rw10 gy3:0 gx3:0 gw10 bz0 gz3:0 bx3:0 bw10 bz1 by3:0 ry4:0 bz2 rz4:0 bz3`,
  ),
  6: mode(
    11,
    [4, 5, 4],
    `${W10} rx3:0 rw10 gz4 gy3:0 gx4:0 gw10 gz3:0 bx3:0 bw10 bz1 by3:0 ry3:0 bz0 bz2 rz3:0 gy4 bz3`,
  ),
  10: mode(
    11,
    [4, 4, 5],
    `${W10} rx3:0 rw10 by4 gy3:0 gx3:0 gw10 bz0 gz3:0 bx4:0 bw10 by3:0 ry3:0 bz1 bz2 rz3:0 bz4 bz3`,
  ),
  14: mode(
    9,
    [5, 5, 5],
    `rw8:0 by4 gw8:0 gy4 bw8:0 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3`,
  ),
  18: mode(
    8,
    [6, 5, 5],
    `rw7:0 gz4 by4 gw7:0 bz2 gy4 bw7:0 bz3 bz4 rx5:0 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry5:0 rz5:0`,
  ),
  22: mode(
    8,
    [5, 6, 5],
    `rw7:0 bz0 by4 gw7:0 gy5 gy4 bw7:0 gz5 bz4 rx4:0 gz4 gy3:0 gx5:0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2
     rz4:0 bz3`,
  ),
  26: mode(
    8,
    [5, 5, 6],
    `rw7:0 bz1 by4 gw7:0 by5 gy4 bw7:0 bz5 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx5:0 by3:0 ry4:0 bz2
     rz4:0 bz3`,
  ),
  30: mode(
    6,
    [6, 6, 6],
    `rw5:0 gz4 bz0 bz1 by4 gw5:0 gy5 by5 bz2 gy4 bw5:0 gz5 bz3 bz5 bz4
     rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 ry5:0 rz5:0`,
    false,
  ),
  3: mode(10, [10, 10, 10], `${W10} rx9:0 gx9:0 bx9:0`, false),
  7: mode(11, [9, 9, 9], `${W10} rx8:0 rw10 gx8:0 gw10 bx8:0 bw10`),
  11: mode(12, [8, 8, 8], `${W10} rx7:0 rw10:11 gx7:0 gw10:11 bx7:0 bw10:11`),
  15: mode(16, [4, 4, 4], `${W10} rx3:0 rw10:15 gx3:0 gw10:15 bx3:0 bw10:15`),
}

/** For each mode the place of every bit after the mode's own: endpoint (w to z of red, then green, blue), bit. */
const places = new Map(Object.entries(MODES).map(([n, how]) => [Number(n), parse(how.layout)]))

function parse(layout: string) {
  return layout.split(/\s+/).flatMap((part) => {
    const [, channel, end, high, low] = /^([rgb])([wxyz])(\d+)(?::(\d+))?$/.exec(part) ?? []
    const [from, to] = [Number(low ?? high), Number(high)]
    const step = from <= to ? 1 : -1
    return Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => ({
      end: 'rgb'.indexOf(channel as string) * 4 + 'wxyz'.indexOf(end as string),
      bit: from + i * step,
    }))
  })
}

const OPAQUE = 255

/** Decode a block of 16 bytes to 16 RGBA pixels. Half floats are clamped to 0 to 1 and scaled to 255. */
export const bc6h = (bytes: Uint8Array, at: number, out: Uint8Array) => block(bytes, at, out, false)
export const bc6hSigned = (bytes: Uint8Array, at: number, out: Uint8Array) =>
  block(bytes, at, out, true)

const bits = new Bits()
/** w to z of red, of green and of blue. */
const ends = new Int32Array(12)
const indices = new Uint8Array(16)

/** A reserved mode is black, as specified. */
function block(bytes: Uint8Array, at: number, out: Uint8Array, signed: boolean) {
  bits.start(bytes, at)
  const short = bits.take(2)
  const number = short < 2 ? short : short | (bits.take(3) << 2)
  const how = MODES[number]
  if (!how) return black(out)
  ends.fill(0)
  for (const { end, bit } of places.get(number) ?? []) {
    ends[end] = (ends[end] as number) | (bits.take(1) << bit)
  }
  const subsets = number & 1 && number > 1 ? 1 : 2
  const { subset, anchors } = partitionOf(subsets, subsets === 2 ? bits.take(5) : 0)
  const size = subsets === 2 ? 3 : 4
  const weights = WEIGHTS[size] as number[]
  bits.indices(size, anchors, indices)
  for (let c = 0; c < 3; c++) unpack(c * 4, how, how.deltas[c] as number, signed)
  for (let i = 0; i < 16; i++) {
    const weight = weights[indices[i] as number] as number
    for (let c = 0; c < 3; c++) {
      const end = c * 4 + (subset[i] as number) * 2
      const value = interpolate(ends[end] as number, ends[end + 1] as number, weight)
      out[i * 4 + c] =
        value <= 0 ? 0 : (LEVELS[signed ? (value * 31) >> 5 : (value * 31) >> 6] as number)
    }
    out[i * 4 + 3] = OPAQUE
  }
}

function black(out: Uint8Array) {
  for (let i = 0; i < 64; i++) out[i] = i % 4 === 3 ? OPAQUE : 0
}

/** Makes the four endpoints of one channel numbers of 17 bits with their sign. */
function unpack(at: number, { base, transformed }: Mode, delta: number, signed: boolean) {
  const first = ends[at] as number
  for (let i = at; i < at + 4; i++) {
    let value = ends[i] as number
    if (transformed && i > at) value = (first + extend(value, delta)) & ((1 << base) - 1)
    ends[i] = signed ? unquantizeSigned(extend(value, base), base) : unquantize(value, base)
  }
}

/** Two's complement of some bits. */
const extend = (value: number, bits: number) => (value << (32 - bits)) >> (32 - bits)

function unquantize(value: number, bits: number) {
  if (bits >= 15 || value === 0) return value
  return value === (1 << bits) - 1 ? 0xffff : ((value << 16) + 0x8000) >> bits
}

function unquantizeSigned(value: number, bits: number) {
  if (bits >= 16 || value === 0) return value
  const size = Math.abs(value)
  const most = (1 << (bits - 1)) - 1
  const wide = size >= most ? 0x7fff : ((size << 15) + 0x4000) >> (bits - 1)
  return value < 0 ? -wide : wide
}

/** Positive half floats, cut to 0..1, in 0..255. */
const LEVELS = Uint8Array.from({ length: 0x8000 }, (_, half) => {
  const [exponent, fraction] = [half >> 10, half & 1023]
  const float = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25)
  return Math.round(Math.min(1, float) * 255)
})
