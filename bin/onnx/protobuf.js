/**
 * The wire format of protocol buffers, in which ONNX files are written: fields, each a number and a value.
 * @typedef {number | Uint8Array} Value of a varint the number, of any other field its bytes.
 * @typedef {{ number: number, wire: number, value: Value, bytes: Uint8Array }} Field `bytes` are the
 * whole field with its tag. None of the bytes are copies.
 */

export const VARINT = 0
export const BY_LENGTH = 2
/** The length of the other types, which have always the same. */
const FIXED = { 1: 8, 5: 4 }

/**
 * The fields of a message, in their order.
 * @param {Uint8Array} message
 * @throws {RangeError} where it ends too early, or has a field of an unknown type.
 */
export function fieldsOf(message) {
  /** @type {Field[]} */
  const fields = []
  for (let at = 0; at < message.length; ) {
    const [tag, start] = readVarint(message, at)
    const number = Math.floor(tag / 8)
    const wire = tag % 8
    if (number === 0) throw new RangeError('a field 0')
    const [value, end] = readValue(message, start, wire)
    fields.push({ number, wire, value, bytes: message.subarray(at, end) })
    at = end
  }
  return fields
}

function readValue(message, at, wire) {
  if (wire === VARINT) return readVarint(message, at)
  const [length, start] = wire === BY_LENGTH ? readVarint(message, at) : [FIXED[wire], at]
  if (length === undefined) throw new RangeError(`a field of type ${wire}`)
  const end = start + length
  if (end > message.length) throw new RangeError('a message that ends too early')
  return [message.subarray(start, end), end]
}

/** Reads a varint, exact up to 2 ** 53. Returns it and where it ends. */
function readVarint(message, at) {
  let value = 0
  for (let i = 0; i < 10; i++) {
    const byte = message[at++]
    value += (byte & 127) * 128 ** i
    // Never true of what is behind the end.
    if (byte < 128) return [value, at]
  }
  throw new RangeError('a message that ends too early')
}

/**
 * The varints of a packed field.
 * @param {Uint8Array} bytes
 */
export function* varints(bytes) {
  for (let at = 0; at < bytes.length; ) {
    const [value, end] = readVarint(bytes, at)
    yield value
    at = end
  }
}

/**
 * The last value of a field, which is the one that readers use; undefined if the field is missing.
 * @param {Uint8Array} message
 * @param {number} number
 */
export const lastValue = (message, number) =>
  fieldsOf(message).findLast((field) => field.number === number)?.value

/**
 * The bytes of a field that must have such.
 * @param {Value} value
 * @throws {RangeError} if the value is a number.
 */
export function expectBytes(value) {
  if (typeof value === 'number') throw new RangeError('a number in the place of bytes')
  return value
}

/**
 * Writes a field from a number, or from pieces of bytes, which are not copied.
 * @param {number} number
 * @param {number | Uint8Array[]} value
 * @returns {Uint8Array[]} pieces
 */
export function field(number, value) {
  const isNumber = typeof value === 'number'
  const pieces = isNumber ? [] : value
  const head = isNumber ? value : pieces.reduce((sum, { length }) => sum + length, 0)
  const wire = isNumber ? VARINT : BY_LENGTH
  return [Uint8Array.from([...varint(number * 8 + wire), ...varint(head)]), ...pieces]
}

function varint(value) {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
}
