import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromFloat16, toFloat16 } from '../../bin/onnx/float16.js'
import { fieldsOf } from '../../bin/onnx/protobuf.js'
import { toFp16 } from '../../workers/inference/fp16/to-fp16.ts'
import { described, type Field, message, node, onnx, tensor } from '../browser/onnx.ts'

describe('float16', () => {
  it('every one is the nearest to itself', () => {
    for (let bits = 0; bits < 65536; bits++) {
      const value = fromFloat16(bits)
      if (Number.isNaN(value)) expect(fromFloat16(toFloat16(value))).toBeNaN()
      else expect(toFloat16(value)).toBe(bits)
    }
  })

  it.each([
    ['one', 1, 0x3c00],
    ['minus zero', -0, 0x8000],
    ['the largest', 65504, 0x7bff],
    ['what rounds down to it', 65519, 0x7bff],
    ['what rounds up to infinity', 65520, 0x7c00],
    ['the smallest', 2 ** -24, 1],
    ['half of it: to even', 2 ** -25, 0],
    ['a little more', 2 ** -25 * 1.01, 1],
    ['between two, to the even one below', 1 + 2 ** -11, 0x3c00],
    ['between two, to the even one above', 1 + 3 * 2 ** -11, 0x3c02],
    ['above the middle', 1 + 2 ** -11 + 2 ** -20, 0x3c01],
    ['up into the next power of two', 2 - 2 ** -12, 0x4000],
    ['the largest subnormal, rounded up', 2 ** -14 - 2 ** -26, 0x400],
    ['minus a tenth', -0.1, 0xae66],
  ])('rounds %s', (_, value, bits) => {
    expect(toFloat16(value)).toBe(bits)
  })

  it('no other is nearer', () => {
    const finite = fc.float({ min: -65504, max: 65504, noNaN: true })
    fc.assert(
      fc.property(finite, (value) => {
        const bits = toFloat16(value)
        const distance = Math.abs(fromFloat16(bits) - value)
        for (const other of [bits - 1, bits + 1]) {
          const neighbour = fromFloat16(other & 0xffff)
          if (Number.isFinite(neighbour))
            expect(distance).toBeLessThanOrEqual(Math.abs(neighbour - value))
        }
      }),
    )
  })
})

/** The fields of a message by number; those of messages in it by a path of numbers. */
function at(bytes: Uint8Array, ...path: number[]): (number | Uint8Array)[] {
  const [number, ...rest] = path
  const values = fieldsOf(bytes)
    .filter((each) => each.number === number)
    .map(({ value }) => value)
  return rest.length === 0 ? values : values.flatMap((value) => at(value as Uint8Array, ...rest))
}
const texts = (values: (number | Uint8Array)[]) =>
  values.map((value) => new TextDecoder().decode(value as Uint8Array))

const [GRAPH, NODE, INITIALIZER, INPUT, OUTPUT] = [7, 1, 5, 11, 12]
const elementType = [2, 1, 1]

const resizing = (extra: Field[] = []) =>
  onnx([
    node('Cast', ['half'], 'weights', { to: 1 }),
    node('Conv', ['input', 'weights', 'bias'], 'plane'),
    node('Resize', ['plane', '', 'scales'], 'output'),
    ...extra,
    [2, 'resizing'],
    [5, message([1, 3], [1, 3], [1, 1], [1, 1], [2, 10], [8, 'half'], [9, new Uint8Array(18)])],
    [5, tensor('bias', [3], [0.1, -1, 70000])],
    [5, tensor('scales', [4], [1, 1, 2, 2])],
    [13, described('plane', [1, 3, 'h', 'w'])],
    [11, described('input', [1, 3, 'h', 'w'])],
    [12, described('output', [1, 3, 'H', 'W'])],
  ])

describe('a network in fp16', () => {
  const model = resizing()
  const half = toFp16(model)

  it('reads and writes fp16', () => {
    for (const end of [INPUT, OUTPUT]) {
      expect(at(model, GRAPH, end, ...elementType)).toEqual([1])
      expect(at(half, GRAPH, end, ...elementType)).toEqual([10])
      expect(texts(at(half, GRAPH, end, 1))).toEqual(texts(at(model, GRAPH, end, 1)))
    }
  })

  it('has its numbers in fp16, but for the scales of resizing', () => {
    expect(texts(at(half, GRAPH, INITIALIZER, 8))).toEqual(['half', 'bias', 'scales'])
    expect(at(half, GRAPH, INITIALIZER, 2)).toEqual([10, 10, 1])
    const [weights, bias, scales] = at(half, GRAPH, INITIALIZER, 9) as Uint8Array[]
    expect(weights).toEqual(new Uint8Array(18))
    expect(bias).toEqual(Uint8Array.from([0x66, 0x2e, 0, 0xbc, 0, 0x7c]))
    expect(scales).toEqual(at(model, GRAPH, INITIALIZER, 9)[2])
  })

  it('casts to fp16, and keeps its other nodes', () => {
    expect(at(half, GRAPH, NODE, 5, 3)).toEqual([10])
    expect(texts(at(half, GRAPH, NODE, 4))).toEqual(['Cast', 'Conv', 'Resize'])
    const [, ...others] = at(model, GRAPH, NODE)
    expect(at(half, GRAPH, NODE).slice(1)).toEqual(others)
  })

  it('says no more what lies between its nodes', () => {
    expect(at(model, GRAPH, 13)).toHaveLength(1)
    expect(at(half, GRAPH, 13)).toEqual([])
  })

  it.each(['clean', 'denoise-v2', 'restore-x4', 'span-x4'])('%s is as large, and whole', (name) => {
    const file = readFileSync(new URL(`../../models/${name}/model.onnx`, import.meta.url))
    const bytes = toFp16(file)
    expect(bytes.length).toBeGreaterThan(0.99 * file.length)
    expect(bytes.length).toBeLessThan(file.length)
    expect(at(bytes, GRAPH, NODE)).toHaveLength(at(file, GRAPH, NODE).length)
    const types = new Set(at(bytes, GRAPH, INITIALIZER, 2))
    const resizes = texts(at(file, GRAPH, NODE, 4)).includes('Resize')
    expect(types).toEqual(new Set(resizes ? [10, 1] : [10]))
  })

  it('is refused where it has what Darkroom does not know how to convert', () => {
    const constant: Field = [
      1,
      message([2, 'c'], [4, 'Constant'], [5, message([1, 'value'], [5, ''])]),
    ]
    expect(() => toFp16(resizing([constant]))).toThrow('a Constant with data')
    const list = message([1, 1], [2, 1], [8, 'list'], [4, new Uint8Array(4)])
    expect(() => toFp16(resizing([[5, list]]))).toThrow('a tensor as a list')
    const short = model.subarray(0, model.length - 3)
    expect(() => toFp16(short)).toThrow('a message that ends too early')
  })
})

describe('a message', () => {
  it('is what its fields are, whatever they are', () => {
    const varint = fc.record({
      tag: fc.constant(0),
      body: fc.nat().map((n) => message([1, n]).slice(1)),
    })
    const text = fc.uint8Array({ maxLength: 300 }).map((bytes) => message([1, bytes]).slice(1))
    const field = fc.oneof(
      varint.map(({ body }) => [8, ...body]),
      text.map((body) => [18, ...body]),
      fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => [29, ...bytes]),
      fc.uint8Array({ minLength: 8, maxLength: 8 }).map((bytes) => [33, ...bytes]),
    )
    fc.assert(
      fc.property(fc.array(field), (fields) => {
        const bytes = Uint8Array.from(fields.flat())
        const read = fieldsOf(bytes)
        expect(read).toHaveLength(fields.length)
        expect(Uint8Array.from(read.flatMap(({ bytes }) => [...bytes]))).toEqual(bytes)
      }),
    )
  })

  it('with an unknown type is refused', () => {
    expect(() => fieldsOf(Uint8Array.from([11]))).toThrow('a field of type 3')
  })
})
