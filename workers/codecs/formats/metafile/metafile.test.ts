import { describe, expect, test } from 'vitest'
import { read as readEmf } from './emf.ts'
import { apply, boxToBox, pageToDevice } from './mapping.ts'
import { outlineOf } from './outline.ts'
import { initialState, nextState } from './state.ts'
import { read as readWmf } from './wmf.ts'

/** A placeable WMF of 100 x 50 units at 72 per inch. A record is a function and its parameters. */
function wmf(...records: [type: number, ...words: number[]][]): Uint8Array {
  const words = [0xcdd7, 0x9ac6, 0, 0, 0, 100, 50, 72, 0, 0, 0]
  words.push(1, 9, 0x300, 0, 0, 4, 0, 0, 0)
  const all: [type: number, ...words: number[]][] = [...records, [0]]
  for (const [type, ...parameters] of all) {
    words.push(3 + parameters.length, 0, type, ...parameters)
  }
  return new Uint8Array(Int16Array.from(words).buffer)
}

describe('records of a WMF', () => {
  test('parameters stand in reverse order', () => {
    const { commands, size } = readWmf(wmf([0x41b, 40, 30, 20, 10], [0x213, 7, 5]))
    expect(size).toEqual([100, 50])
    expect(commands).toEqual([
      { op: 'rectangle', box: [10, 20, 30, 40] },
      { op: 'line', to: [5, 7] },
    ])
  })

  test('objects take the lowest free place', () => {
    const brush: [number, ...number[]] = [0x2fc, 0, 255, 0, 0]
    const { commands } = readWmf(wmf(brush, brush, [0x1f0, 0], brush, brush))
    const slots = commands.flatMap((command) => (command.op === 'create' ? [command.slot] : []))
    expect(slots).toEqual([0, 1, 0, 2])
  })

  test('a record that says to be shorter than its header', () => {
    const bytes = wmf([0x1e])
    bytes[40] = 2
    expect(() => readWmf(bytes)).toThrow('at least 6 bytes, got 4')
  })

  test('a file without an end', () => {
    const bytes = wmf([0x1e])
    expect(() => readWmf(bytes.subarray(0, bytes.length - 6))).toThrow(RangeError)
  })
})

describe('an EMF', () => {
  test('other files are none', () => {
    expect(() => readEmf(new Uint8Array(200))).toThrow('no EMF')
    expect(() => readEmf(Uint8Array.of(1, 0, 0, 0))).toThrow(RangeError)
  })
})

describe('mapping', () => {
  const frame = (x: number, y: number, width: number, height: number) => ({
    origin: [x, y] as [number, number],
    extent: [width, height] as [number, number],
  })

  test.each([
    { name: 'anisotropic', mode: 8, expected: [20, 50] },
    { name: 'isotropic', mode: 7, expected: [20, 20] },
    { name: 'text', mode: 1, expected: [10, 10] },
    { name: 'tenths of a millimetre, y up', mode: 2, expected: [4, -4] },
  ])('$name', ({ mode, expected }) => {
    const matrix = pageToDevice(mode, frame(0, 0, 100, 100), frame(0, 0, 200, 500), [4, 4])
    const [x, y] = apply(matrix, [10, 10])
    expect([x, y]).toEqual([expect.closeTo(expected[0] ?? 0), expect.closeTo(expected[1] ?? 0)])
  })

  test('a box onto a box, mirrored', () => {
    expect(apply(boxToBox([0, 0, 10, 10], [100, 0, 0, 50]), [2, 4])).toEqual([80, 20])
  })
})

describe('outlines', () => {
  const identity = [1, 0, 0, 1, 0, 0] as [number, number, number, number, number, number]

  test('an ellipse touches its box', () => {
    const outline = outlineOf({ op: 'ellipse', box: [0, 0, 20, 10] }, identity, false)
    const ends = outline?.steps.flatMap((step) => (step.to === 'curve' ? [step.points[2]] : []))
    const rounded = ends?.map(([x, y]) => [Math.round(x), Math.round(y)])
    expect(rounded).toEqual([
      [10, 10],
      [0, 5],
      [10, 0],
      [20, 5],
    ])
  })

  test('an arc runs counterclockwise from its first ray to its second', () => {
    const arc = { op: 'arc', box: [-10, -10, 10, 10], from: [5, 0], to: [0, -5] } as const
    const command = { ...arc, box: [...arc.box], from: [...arc.from], to: [...arc.to] }
    const quarter = outlineOf(command as never, identity, false)
    const rest = outlineOf(command as never, identity, true)
    expect(quarter?.steps.filter(({ to }) => to === 'curve')).toHaveLength(1)
    expect(rest?.steps.filter(({ to }) => to === 'curve')).toHaveLength(3)
  })

  test('a polygon is an area, a polyline is none', () => {
    const figures: [number, number][][] = [
      [
        [0, 0],
        [4, 0],
        [4, 4],
      ],
    ]
    expect(outlineOf({ op: 'polygon', figures }, identity, false)).toMatchObject({ area: true })
    expect(outlineOf({ op: 'polyline', figures }, identity, false)).toMatchObject({ area: false })
  })
})

test('a scaled window keeps its origin', () => {
  const state = nextState(initialState(), { op: 'origin', of: 'window', to: [5, 6] }, new Map())
  const scaled = state && nextState(state, { op: 'scale', of: 'window', by: [3, 2] }, new Map())
  expect(scaled?.window).toEqual({ origin: [5, 6], extent: [3, 2] })
})
