import { expectBytes, field, fieldsOf, lastValue } from './onnx/protobuf.js'
import { floatTensor, halfTensor, text, textField } from './onnx-tensor.js'

/** Field numbers of onnx.proto. */
const MODEL = { graph: 7, opset: 8 }
const OPSET = { domain: 1, version: 2 }
const GRAPH = { node: 1, initializer: 5, input: 11 }
const INPUT = { name: 1 }
const TENSOR = { name: 8 }
const NODE = { input: 1, output: 2, type: 4, attribute: 5 }
const ATTRIBUTE = { name: 1, number: 3, type: 20 }

const FLOAT = 1
const INT = 2
const SMALL = 1024 // tensors below this size stay as they are
const SUFFIX = '_fp16'

/**
 * Rewrites an ONNX file (a Buffer) with fp16 weights, each followed by a Cast to fp32 under the old name: half the size,
 * the same arithmetic. Runtimes fold the casts on loading. Everything else stays as it is.
 * @returns the file in pieces; undefined if no weight could be converted, or if it is no ONNX file.
 */
export function storedAsHalf(file) {
  try {
    const model = fieldsOf(file)
    const graphs = model.filter(({ number }) => number === MODEL.graph)
    if (graphs.length !== 1 || !castsExist(model)) return undefined
    const graph = halfGraph(fieldsOf(expectBytes(graphs[0].value)))
    if (!graph) return undefined
    return model.flatMap(({ number, bytes }) =>
      number === MODEL.graph ? field(MODEL.graph, graph) : [bytes],
    )
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Whether Cast takes its type as a number: from opset 6 on. */
function castsExist(model) {
  const imports = model.filter(({ number }) => number === MODEL.opset)
  return imports.some(({ value }) => {
    const domain = text(lastValue(expectBytes(value), OPSET.domain))
    return ['', 'ai.onnx'].includes(domain) && lastValue(value, OPSET.version) >= 6
  })
}

function halfGraph(graph) {
  const free = freeNames(graph)
  const casts = []
  const halved = graph.flatMap(({ number, value, bytes }) => {
    const tensor = number === GRAPH.initializer && floatTensor(value)
    if (!tensor || tensor.values.length < SMALL || !free(tensor.name)) return [bytes]
    const name = tensor.name + SUFFIX
    const half = halfTensor(tensor, name)
    if (!half) return [bytes]
    casts.push(...field(GRAPH.node, cast(name, tensor.name)))
    return field(GRAPH.initializer, half)
  })
  return casts.length > 0 ? [...casts, ...halved] : undefined
}

/** Whether a Cast may replace a tensor: it is no input, its name is unique, and the new name is free. */
function freeNames(graph) {
  const inputs = names(graph, GRAPH.input, INPUT.name)
  const tensors = names(graph, GRAPH.initializer, TENSOR.name)
  // Names in nodes, and in the graphs that nodes contain.
  const others = graph
    .filter(({ number, bytes }) => number !== GRAPH.initializer && bytes.includes(SUFFIX))
    .map(({ bytes }) => bytes)
  return (name) =>
    !inputs.includes(name) &&
    tensors.indexOf(name) === tensors.lastIndexOf(name) &&
    !tensors.includes(name + SUFFIX) &&
    !others.some((bytes) => bytes.includes(name + SUFFIX, 0, 'latin1'))
}

/** The names of a graph's fields of one kind. */
const names = (graph, kind, name) =>
  graph
    .filter(({ number }) => number === kind)
    .map(({ value }) => text(lastValue(expectBytes(value), name)))

function cast(from, to) {
  const attribute = [
    ...textField(ATTRIBUTE.name, 'to'),
    ...field(ATTRIBUTE.number, FLOAT),
    ...field(ATTRIBUTE.type, INT),
  ]
  return [
    ...textField(NODE.input, from),
    ...textField(NODE.output, to),
    ...textField(NODE.type, 'Cast'),
    ...field(NODE.attribute, attribute),
  ]
}
