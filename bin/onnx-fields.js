/** The wire format of protocol buffers, in which ONNX files are written: fields, each a number and a value. */

export const VARINT = 0
export const BY_LENGTH = 2
const FIXED = { 1: 8, 5: 4 }

/** Bytes that are no message. */
export class Malformed extends Error {}

/**
 * The fields of a message in their order. `value` is a number of a varint, the bytes of everything else; `whole` are
 * the field's bytes with its tag. Bytes are views, not copies.
 * @throws Malformed
 */
export function* fields(bytes) {
  for (let at = 0; at < bytes.length; ) {
    const [tag, start] = varintAt(bytes, at)
    const [number, wire] = [Math.floor(tag / 8), tag % 8]
    if (number === 0) throw new Malformed(`field 0 at byte ${at}`)
    const [value, end] = valueAt(bytes, start, wire)
    yield { number, wire, value, whole: bytes.subarray(at, end) }
    at = end
  }
}

function valueAt(bytes, at, wire) {
  if (wire === VARINT) return varintAt(bytes, at)
  const [length, start] = wire === BY_LENGTH ? varintAt(bytes, at) : [FIXED[wire], at]
  // NaN, where the wire type is none that ONNX has, is not below it either.
  if (!(start + length <= bytes.length)) throw new Malformed(`what begins at byte ${at}`)
  return [bytes.subarray(start, start + length), start + length]
}

/** The last value of a field of a message, as readers take it; undefined where it has none. */
export function lastValue(bytes, number) {
  let last
  for (const field of fields(bytes)) if (field.number === number) last = field.value
  return last
}

/** Bytes as Latin-1, so that each comes back as it was; nothing as an empty string. */
export const text = (bytes = []) => Buffer.from(expectBytes(bytes)).toString('latin1')

/** @throws Malformed of a value that is a number. */
export function expectBytes(value) {
  if (typeof value === 'number') throw new Malformed('a number where bytes belong')
  return value
}

/** A varint, exact up to 2 ** 53, and where it ends. */
function varintAt(bytes, at) {
  let value = 0
  for (let i = 0; i < 10 && at + i < bytes.length; i++) {
    value += (bytes[at + i] & 127) * 128 ** i
    if (bytes[at + i] < 128) return [value, at + i + 1]
  }
  throw new Malformed(`the number at byte ${at}`)
}

/** The varints of a packed field. */
export function* varints(bytes) {
  for (let at = 0; at < bytes.length; ) {
    const [value, end] = varintAt(bytes, at)
    yield value
    at = end
  }
}

/** A field of a number, a string of Latin-1, or pieces of bytes that belong together. Answers pieces. */
export function field(number, value) {
  if (typeof value === 'number') return [Buffer.from([...varint(number * 8), ...varint(value)])]
  const pieces = typeof value === 'string' ? [Buffer.from(value, 'latin1')] : value
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return [Buffer.from([...varint(number * 8 + BY_LENGTH), ...varint(length)]), ...pieces]
}

function varint(value) {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
}
