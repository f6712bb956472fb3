import { toFloat16 } from '../../../bin/onnx/float16.js'
import { expectBytes, type Field, field, fieldsOf, type Value } from '../../../bin/onnx/protobuf.js'

/** Numbers of fields in onnx.proto. */
const MODEL = { graph: 7 }
const GRAPH = { node: 1, initializer: 5, input: 11, output: 12, valueInfo: 13 }
const NODE = { input: 1, type: 4, attribute: 5 }
const ATTRIBUTE = { name: 1, integer: 3, tensor: 5, graph: 6 }
const TENSOR = { type: 2, name: 8, raw: 9 }
/** A value's type, the tensor in it, and the type of its elements. */
const [VALUE_TYPE, TENSOR_TYPE, ELEMENT_TYPE] = [2, 1, 1]
const [FLOAT, FLOAT16] = [1, 10]

/**
 * Makes of a network of float32, whose weights are stored as float16 and cast, one that computes in float16: inputs, outputs,
 * weights and what is between them. The casts become idle, and onnxruntime drops them.
 * @throws RangeError for what the networks of Darkroom do not have; they run in float32 then.
 */
export function toFp16(model: Uint8Array): Uint8Array<ArrayBuffer> {
  return replaceFields(model, { [MODEL.graph]: (graph) => graphToFp16(expectBytes(graph)) })
}

function graphToFp16(graph: Uint8Array): Uint8Array<ArrayBuffer> {
  const keep = scalesOf(fieldsOf(graph))
  const tensor = (value: Value) => {
    const bytes = expectBytes(value)
    return keep.has(textOf(bytes, TENSOR.name)) ? bytes : tensorToFp16(bytes)
  }
  return replaceFields(graph, {
    [GRAPH.node]: (value) => nodeToFp16(expectBytes(value)),
    [GRAPH.initializer]: tensor,
    [GRAPH.input]: valueToFp16,
    [GRAPH.output]: valueToFp16,
    // onnxruntime works the types of other values out itself.
    [GRAPH.valueInfo]: null,
  })
}

/** The scales of resizing, which stay float32. */
function scalesOf(graph: Field[]): Set<string> {
  const nodes = graph.filter(({ number }) => number === GRAPH.node)
  const resizing = nodes.filter(({ value }) => textOf(expectBytes(value), NODE.type) === 'Resize')
  return new Set(resizing.flatMap(({ value }) => inputsOf(expectBytes(value)).slice(1)))
}

const inputsOf = (node: Uint8Array) =>
  fieldsOf(node)
    .filter(({ number }) => number === NODE.input)
    .map(({ value }) => text(value))

function nodeToFp16(node: Uint8Array): Uint8Array {
  const type = textOf(node, NODE.type)
  return replaceFields(node, {
    [NODE.attribute]: (value) => {
      const attribute = expectBytes(value)
      const has = (number: number) => fieldsOf(attribute).some((each) => each.number === number)
      if (has(ATTRIBUTE.tensor) || has(ATTRIBUTE.graph)) throw new RangeError(`a ${type} with data`)
      const isTarget = type === 'Cast' && textOf(attribute, ATTRIBUTE.name) === 'to'
      return isTarget ? replaceFields(attribute, { [ATTRIBUTE.integer]: typeToFp16 }) : attribute
    },
  })
}

function tensorToFp16(tensor: Uint8Array): Uint8Array {
  const fields = fieldsOf(tensor)
  if (fields.find(({ number }) => number === TENSOR.type)?.value !== FLOAT) return tensor
  if (!fields.some(({ number }) => number === TENSOR.raw))
    throw new RangeError('a tensor as a list')
  return replaceFields(tensor, {
    [TENSOR.type]: typeToFp16,
    [TENSOR.raw]: (value) => {
      const { buffer, byteOffset, byteLength } = expectBytes(value)
      const floats = new DataView(buffer, byteOffset, byteLength)
      const halves = new DataView(new ArrayBuffer(byteLength / 2))
      for (let i = 0; i < byteLength; i += 4)
        halves.setUint16(i / 2, toFloat16(floats.getFloat32(i, true)), true)
      return new Uint8Array(halves.buffer)
    },
  })
}

const valueToFp16 = (value: Value) =>
  replaceFields(value, {
    [VALUE_TYPE]: (type) =>
      replaceFields(type, {
        [TENSOR_TYPE]: (tensor) => replaceFields(tensor, { [ELEMENT_TYPE]: typeToFp16 }),
      }),
  })

const typeToFp16 = (type: Value) => (type === FLOAT ? FLOAT16 : type)

function textOf(message: Uint8Array, number: number): string {
  const found = fieldsOf(message).find((each) => each.number === number)
  return found ? text(found.value) : ''
}

const text = (value: Value) => new TextDecoder().decode(expectBytes(value))

/** A message whose fields of one number are replaced, or removed. */
function replaceFields(
  message: Value,
  replacements: Record<number, ((value: Value) => Value) | null>,
): Uint8Array<ArrayBuffer> {
  const pieces = fieldsOf(expectBytes(message)).flatMap(({ number, value, bytes }) => {
    const replace = replacements[number]
    if (!replace) return replace === null ? [] : [bytes]
    const replacement = replace(value)
    return field(number, typeof replacement === 'number' ? replacement : [replacement])
  })
  const replaced = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    replaced.set(piece, at)
    at += piece.length
  }
  return replaced
}
