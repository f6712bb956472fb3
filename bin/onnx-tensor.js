import { halvesOf } from './half.js'
import { BY_LENGTH, expectBytes, field, fieldsOf, VARINT, varints } from './onnx/protobuf.js'

/** Field numbers of TensorProto, in onnx.proto. */
const DIMS = 1
const DATA_TYPE = 2
const SEGMENT = 3
const FLOAT_DATA = 4
const NAME = 8
const RAW_DATA = 9
const EXTERNAL_DATA = 13
const DATA_LOCATION = 14

const [FLOAT, FLOAT16] = [1, 10]

/** Bytes as a Latin-1 string, which keeps each byte; an empty string for undefined. */
export const text = (bytes = []) => Buffer.from(expectBytes(bytes)).toString('latin1')

/** A field of a Latin-1 string. */
export const textField = (number, text) => field(number, [Buffer.from(text, 'latin1')])

/**
 * Parses a TensorProto that contains its fp32 numbers into `name`, `values` and the remaining fields (`rest`); undefined
 * for any other tensor. Names are Latin-1, which keeps each byte.
 * @throws RangeError
 */
export function floatTensor(message) {
  const tensor = { name: '', type: 0, rest: [], data: [] }
  let length = 1
  for (const { number, wire, value, bytes } of fieldsOf(expectBytes(message))) {
    if (number === SEGMENT || number === EXTERNAL_DATA) return undefined
    if (number === DATA_LOCATION && value !== 0) return undefined
    if (number === DIMS)
      for (const side of wire === VARINT ? [value] : varints(value)) length *= side
    if (number === DATA_TYPE) tensor.type = value
    else if (number === NAME) tensor.name = text(value)
    else if (number !== FLOAT_DATA && number !== RAW_DATA) tensor.rest.push(bytes)
    else if (wire === BY_LENGTH) tensor.data.push(value)
    else return undefined
  }
  const { name, type, rest, data } = tensor
  if (type !== FLOAT || name === '' || data.length !== 1) return undefined
  return data[0].length === 4 * length ? { name, rest, values: floats(data[0]) } : undefined
}

/** A copy, because numbers in a file are not aligned. */
function floats(bytes) {
  const values = new Float32Array(bytes.length / 4)
  new Uint8Array(values.buffer).set(bytes)
  return values
}

/** The tensor under another name in fp16, in pieces; undefined if fp16 is not safe for its numbers. */
export function halfTensor({ rest, values }, name) {
  const halves = halvesOf(values)
  if (!halves) return undefined
  const raw = new Uint8Array(halves.buffer)
  return [
    ...rest,
    ...field(DATA_TYPE, FLOAT16),
    ...textField(NAME, name),
    ...field(RAW_DATA, [raw]),
  ]
}
