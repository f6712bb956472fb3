/** Builds small ONNX files by hand: protocol buffers of onnx.proto. */

export type Field = [number: number, value: number | string | Uint8Array]

function varint(value: number): number[] {
  const bytes: number[] = []
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128)
  return [...bytes, value]
}

/** Encodes a message: numbers as varints, everything else as length-delimited fields. */
export function message(...fields: Field[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'number') return [...varint(number * 8), ...varint(value)]
      const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
      return [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes]
    }),
  )
}

const FLOAT = 1
const OPSET = 13

/** A tensor of a graph's inputs or outputs; sides that may vary have names. */
export function described(name: string, shape: (number | string)[]): Uint8Array {
  const sides = shape.map((side): Field => [1, message([typeof side === 'number' ? 1 : 2, side])])
  return message([1, name], [2, message([1, message([1, FLOAT], [2, message(...sides)])])])
}

export const tensor = (name: string, shape: number[], values: number[]) =>
  message(
    ...shape.map((side): Field => [1, side]),
    [2, FLOAT],
    [8, name],
    [9, new Uint8Array(Float32Array.from(values).buffer)],
  )

/** Builds a file from the fields of a graph. */
export const onnx = (graph: Field[], opset = OPSET) =>
  message([1, 8], [7, message(...graph)], [8, message([1, ''], [2, opset])])

/** A node; its attributes are integers and lists of them. */
export const node = (
  type: string,
  inputs: string[],
  output: string,
  attributes: Record<string, number | number[]> = {},
): Field => [
  1,
  message(
    ...inputs.map((name): Field => [1, name]),
    [2, output],
    [4, type],
    ...Object.entries(attributes).map((each): Field => [5, attribute(...each)]),
  ),
]

const [INT, INTS] = [2, 7]

function attribute(name: string, value: number | number[]): Uint8Array {
  if (typeof value === 'number') return message([1, name], [3, value], [20, INT])
  return message([1, name], ...value.map((each): Field => [8, each]), [20, INTS])
}

/**
 * Builds a network of one 1 x 1 convolution. Each row of `kernel` has the factors of red, green and blue for an output
 * plane, which also has a bias. The input is called `x`, the output `y`.
 */
export function pointwise(
  kernel: [number, number, number][],
  bias: number[],
  width: number,
  height: number,
): Blob {
  const graph: Field[] = [
    node('Conv', ['x', 'w', 'b'], 'y'),
    [2, 'pointwise'],
    [5, tensor('w', [kernel.length, 3, 1, 1], kernel.flat())],
    [5, tensor('b', [kernel.length], bias)],
    [11, described('x', [1, 3, height, width])],
    [12, described('y', [1, kernel.length, height, width])],
  ]
  return new Blob([onnx(graph)])
}

/** Builds a network with `planes` planes between a square image `x` and its mask `y`. Its weights are small sines. */
export function deep(planes: number, side: number): Uint8Array<ArrayBuffer> {
  const waves = (length: number) => Array.from({ length }, (_, i) => Math.sin(i * i + 1) / 8)
  return onnx([
    node('Conv', ['x', 'w'], 'planes'),
    node('Tanh', ['planes'], 'bent'),
    node('Conv', ['bent', 'v'], 'sum'),
    node('Sigmoid', ['sum'], 'y'),
    [2, 'deep'],
    [5, tensor('w', [planes, 3, 1, 1], waves(planes * 3))],
    [5, tensor('v', [1, planes, 1, 1], waves(planes))],
    [11, described('x', [1, 3, side, side])],
    [12, described('y', [1, 1, side, side])],
  ])
}
