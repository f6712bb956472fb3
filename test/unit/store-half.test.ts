import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromFloat16 } from '../../bin/onnx/float16.js'
import { fieldsOf } from '../../bin/onnx/protobuf.js'
import { storedAsHalf } from '../../bin/store-half.js'
import { deep, described, type Field, message, node, onnx, tensor } from '../browser/onnx.ts'

const values = Array.from({ length: 1024 }, (_, i) => (i - 512) / 512)
const floats = new Uint8Array(Float32Array.from(values).buffer)
const dims: Field = [1, 1024]
const float: Field = [2, 1]
const name: Field = [8, 'w']

/** A graph that adds a tensor of 1024 numbers, given by its fields, to its input. */
const adding = (weights: Field[], ...more: Field[]): Field[] => [
  node('Add', ['x', 'w'], 'y'),
  [2, 'adding'],
  [5, message(...weights)],
  [11, described('x', [1024])],
  [12, described('y', [1024])],
  ...more,
]
const plain: Field[] = [dims, float, name, [9, floats]]

function stored(file: Uint8Array): Buffer | undefined {
  const pieces = storedAsHalf(Buffer.from(file))
  return pieces && Buffer.concat(pieces)
}

type Parsed = ReturnType<typeof fieldsOf>[number]
const parsed = (bytes: number | Uint8Array | undefined): Parsed[] => fieldsOf(bytes as Uint8Array)
const all = (message: Parsed[], number: number) =>
  message.filter((field) => field.number === number).map(({ value }) => value)
const hex = (fields: Parsed[]) => fields.map(({ bytes }) => Buffer.from(bytes).toString('hex'))
const text = (value: unknown) => Buffer.from(value as Uint8Array).toString()
const graphOf = (file: Uint8Array | undefined) => parsed(all(parsed(file), 7)[0])

/** Returns the fields, name and numbers of the first tensor. */
function firstTensor(file: Uint8Array | undefined) {
  const fields = parsed(all(graphOf(file), 5)[0])
  const raw = Uint8Array.from(all(fields, 9)[0] as Uint8Array)
  const numbers = Array.from(new Uint16Array(raw.buffer), fromFloat16)
  return { fields, type: all(fields, 2), name: all(fields, 8).map(text), numbers }
}

describe('weights become fp16 with a Cast to their old name', () => {
  const packed: Field[] = [dims, float, name, [4, floats]]
  const packedDims: Field[] = [[1, Uint8Array.of(32)], [1, 32], float, name, [9, floats]]

  it.each([
    ['raw data', plain],
    ['a list of floats', packed],
    ['packed dimensions', packedDims],
    ['numbers first', [...plain].reverse()],
  ])('from %s', (_, weights) => {
    const file = stored(onnx(adding(weights)))
    const { fields, type, name, numbers } = firstTensor(file)
    expect({ type, name }).toEqual({ type: [10], name: ['w_fp16'] })
    expect(all(fields, 4)).toEqual([])
    expect(numbers).toEqual(values)
    const [cast = new Uint8Array()] = all(graphOf(file), 1)
    const attribute = message([1, 'to'], [3, 1], [20, 2])
    const expected = message([1, 'w_fp16'], [2, 'w'], [4, 'Cast'], [5, attribute])
    expect(Buffer.from(cast as Uint8Array).equals(expected)).toBe(true)
  })

  it('and everything else stays as it came, also what nobody knows', () => {
    const odd: Field = [1000, 'what nobody knows']
    const small: Field = [5, tensor('b', [2], [1, 2])]
    const graph = adding([...plain, [12, 'a note'], odd], small, odd)
    const file = Buffer.concat([message(odd), onnx(graph), message([14, message([1, 'key'])])])
    const result = stored(file)
    const others = (bytes: Uint8Array) => hex(parsed(bytes).filter(({ number }) => number !== 7))
    expect(result && others(result)).toEqual(others(file))
    const [cast, ...rest] = graphOf(result)
    expect(cast?.number).toBe(1)
    const kept = graphOf(file)
    expect(hex(rest).filter((_, i) => i !== 2)).toEqual(hex(kept).filter((_, i) => i !== 2))
    const { fields } = firstTensor(result)
    expect(all(fields, 12).map(text)).toEqual(['a note'])
    expect(all(fields, 1000).map(text)).toEqual(['what nobody knows'])
  })

  it('tensor by tensor', () => {
    const wrong: Field = [5, tensor('v', [1024], values.with(7, Number.NaN))]
    const graph = graphOf(stored(onnx(adding(plain, wrong))))
    const names = all(graph, 5).map((bytes) => all(parsed(bytes), 8).map(text)[0])
    expect(names).toEqual(['w_fp16', 'v'])
    expect(all(graph, 1)).toHaveLength(2)
  })

  it('once: what was stored so is left alone', () => {
    const file = stored(deep(352, 16))
    expect(file && stored(file)).toBeUndefined()
  })
})

describe('a file stays as it is', () => {
  const integers: Field[] = [dims, [2, 6], name, [9, floats]]
  const inSubgraph = message([5, message([6, message([5, message([8, 'w_fp16'])])])])

  it.each<[string, Field[]]>([
    ['with few weights', adding([[1, 1023], float, name, [9, floats.subarray(4)]])],
    ['with numbers beyond fp16', adding([dims, float, name, [9, new Uint8Array(4096).fill(0x7e)]])],
    ['with numbers too small for it', adding([dims, float, name, [9, floats.map(() => 0x33)]])],
    ['with integers', adding(integers)],
    ['whose weights may be given as an input', adding(plain, [11, described('w', [1024])])],
    ['with weights beside it', adding([...plain, [14, 1]])],
    ['with weights somewhere else', adding([...plain, [13, message([1, 'location'])]])],
    ['with weights in part', adding([...plain, [3, message([1, 0])]])],
    ['with more weights than it says', adding([[1, 1025], float, name, [9, floats]])],
    ['with its weights twice', adding([...plain, [4, floats]])],
    ['with two of a name', adding(plain, [5, message(...plain)])],
    ['with nameless weights', adding([dims, float, [9, floats]])],
    ['where another tensor has the name', adding(plain, [5, tensor('w_fp16', [1], [0])])],
    ['where a node makes the name', adding(plain, node('Neg', ['x'], 'w_fp16'))],
    ['where a graph within has the name', adding(plain, [1, inSubgraph])],
    ['without weights', [node('Neg', ['x'], 'y')]],
  ])('%s', (_, graph) => expect(stored(onnx(graph))).toBeUndefined())

  it('of operators that are too old for such a Cast, or of none', () => {
    expect(stored(onnx(adding(plain), 5))).toBeUndefined()
    expect(stored(onnx(adding(plain), 6))).toBeDefined()
    const graph: Field = [7, message(...adding(plain))]
    expect(stored(message([1, 8], graph))).toBeUndefined()
    const other: Field = [8, message([1, 'ai.onnx.ml'], [2, 13])]
    expect(stored(message([1, 8], graph, other))).toBeUndefined()
  })

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['a page', Buffer.from('<!doctype html><title>Sign in</title>')],
    ['two graphs', Buffer.concat([deep(352, 16), deep(352, 16)])],
    ['followed by a field 0', Buffer.concat([deep(352, 16), Uint8Array.of(0, 0)])],
    ['a number as graph', message([7, 5], [8, message([2, 13])])],
    ['a number as name', onnx(adding([dims, float, [8, 5], [9, floats]]))],
    ['a number as tensor', onnx([[5, 7]])],
    ['a number as operators', message([7, message()], [8, 13])],
  ])('that is %s', (_, file) => expect(stored(file)).toBeUndefined())

  it('that is cut off anywhere; one that is damaged does not fail', () => {
    const file = deep(352, 1)
    const lengths = fc.integer({ min: 0, max: file.length - 1 })
    fc.assert(
      fc.property(lengths, lengths, fc.nat(255), (length, at, byte) => {
        expect(stored(file.subarray(0, length))).toBeUndefined()
        expect(() => stored(file.with(at, byte))).not.toThrow()
      }),
    )
  })
})
