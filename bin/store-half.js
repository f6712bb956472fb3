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
 * Converts the weights of an ONNX file (a Buffer) to fp16, each followed by a Cast with the old name that restores fp32:
 * half the size, the same arithmetic. Runtimes fold the casts when they load the model. Everything else is unchanged.
 * @returns the file in pieces; undefined if no weight could be converted, or if it is no ONNX file.
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

/** From opset 6 on, Cast takes the type as a number. */
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

/** Whether a Cast may replace a tensor: it is no input, its name is unique, and the new name is unused. */
function freeNames(graph) {
  const inputs = names(graph, GRAPH.input, INPUT.name)
  const tensors = names(graph, GRAPH.initializer, TENSOR.name)
  // Names within nodes, and within subgraphs of nodes.
  const others = graph
    .filter(({ number, whole }) => number !== GRAPH.initializer && whole.includes(SUFFIX))
    .map(({ whole }) => whole)
  return (name) =>
    !inputs.includes(name) &&
    tensors.indexOf(name) === tensors.lastIndexOf(name) &&
    !tensors.includes(name + SUFFIX) &&
    !others.some((bytes) => bytes.includes(name + SUFFIX, 0, 'latin1'))
}

/** The names of a graph's elements of one kind. */
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
