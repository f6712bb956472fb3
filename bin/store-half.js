import { expectBytes, field, fields, lastValue, Malformed, text } from './onnx-fields.js'
import { floatTensor, halfTensor } from './onnx-tensor.js'

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
 * An ONNX file (a Buffer) whose weights are fp16, each behind a Cast that gives it its old name and its fp32 back:
 * half the size, the same arithmetic. Runtimes fold the casts when they load it. Everything else stays as it is.
 * @returns the file in pieces; undefined where nothing could be stored so, also where it is no such file.
 */
export function storedAsHalf(file) {
  try {
    const model = [...fields(file)]
    const graphs = model.filter(({ number }) => number === MODEL.graph)
    if (graphs.length !== 1 || !castsExist(model)) return undefined
    const graph = halfGraph([...fields(expectBytes(graphs[0].value))])
    if (!graph) return undefined
    return model.flatMap(({ number, whole }) =>
      number === MODEL.graph ? field(MODEL.graph, graph) : [whole],
    )
  } catch (error) {
    if (error instanceof Malformed) return undefined
    throw error
  }
}

/** Casts name their type by its number from version 6 of the operators on. */
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
  const halved = graph.flatMap(({ number, value, whole }) => {
    const tensor = number === GRAPH.initializer && floatTensor(value)
    if (!tensor || tensor.values.length < SMALL || !free(tensor.name)) return [whole]
    const name = tensor.name + SUFFIX
    const half = halfTensor(tensor, name)
    if (!half) return [whole]
    casts.push(...field(GRAPH.node, cast(name, tensor.name)))
    return field(GRAPH.initializer, half)
  })
  return casts.length > 0 ? [...casts, ...halved] : undefined
}

/** Whether a node may make what was a tensor: it is no input, its name is its own, and nothing has the new name. */
function freeNames(graph) {
  const inputs = names(graph, GRAPH.input, INPUT.name)
  const tensors = names(graph, GRAPH.initializer, TENSOR.name)
  // Names within nodes, and within the graphs that nodes hold.
  const others = graph
    .filter(({ number, whole }) => number !== GRAPH.initializer && whole.includes(SUFFIX))
    .map(({ whole }) => whole)
  return (name) =>
    !inputs.includes(name) &&
    tensors.indexOf(name) === tensors.lastIndexOf(name) &&
    !tensors.includes(name + SUFFIX) &&
    !others.some((bytes) => bytes.includes(name + SUFFIX, 0, 'latin1'))
}

/** The names of what a graph has of one kind. */
const names = (graph, kind, name) =>
  graph
    .filter(({ number }) => number === kind)
    .map(({ value }) => text(lastValue(expectBytes(value), name)))

function cast(from, to) {
  const attribute = [
    ...field(ATTRIBUTE.name, 'to'),
    ...field(ATTRIBUTE.number, FLOAT),
    ...field(ATTRIBUTE.type, INT),
  ]
  return [
    ...field(NODE.input, from),
    ...field(NODE.output, to),
    ...field(NODE.type, 'Cast'),
    ...field(NODE.attribute, attribute),
  ]
}
