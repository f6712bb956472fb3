import { dataView } from '../../shared/bytes.ts'
import { fromTop, packedDib } from '../bitmap/dib.ts'
import {
  type Box,
  type ClipMode,
  COPY,
  type Color,
  type Command,
  colorFromRef,
  type Dib,
  type GdiObject,
  type Point,
  type Setting,
  type Text,
} from './commands.ts'

const FILL = { brush: 0, dib: 5 }

/**
 * Reads the records of a WMF (MS-WMF 2.3) from `start` on: 0 size in words, 4 function, 6 parameters in reverse order.
 * New objects take the lowest free slot of the object table.
 */
export function wmfCommands(bytes: Uint8Array, start: number): Command[] {
  const data = dataView(bytes)
  const commands: Command[] = []
  const taken: boolean[] = []
  for (let at = start; ; ) {
    const size = data.getUint32(at, true) * 2
    const type = data.getUint16(at + 4, true)
    if (type === 0) return commands
    if (size < 6) throw new Error(`a WMF record of at least 6 bytes, got ${size}`)
    if (at + size > bytes.length) throw new RangeError('a WMF that ends within a record')
    const record = new Parameters(bytes.subarray(at + 6, at + size), type)
    const object = objects[type]?.(record)
    if (object) {
      const free = taken.indexOf(false)
      const slot = free < 0 ? taken.length : free
      taken[slot] = true
      commands.push({ op: 'create', slot, object })
    } else {
      const command = meanings[type]?.(record)
      if (command?.op === 'delete' && taken[command.slot]) taken[command.slot] = false
      if (command) commands.push(command)
    }
    at += size
  }
}

/** The parameters of a record, by the index of their first 16-bit word. */
class Parameters {
  readonly data: DataView

  constructor(
    readonly bytes: Uint8Array,
    readonly type: number,
  ) {
    this.data = dataView(bytes)
  }

  word(i: number): number {
    return this.data.getInt16(i * 2, true)
  }

  count(i: number): number {
    return this.data.getUint16(i * 2, true)
  }

  long(i: number): number {
    return this.data.getUint32(i * 2, true)
  }

  color(i: number): Color {
    return colorFromRef(this.long(i))
  }

  /** A point stored as y, x. */
  point(i: number): Point {
    return [this.word(i + 1), this.word(i)]
  }

  /** A box stored as bottom, right, top, left. */
  box(i: number): Box {
    return [this.word(i + 3), this.word(i + 2), this.word(i + 1), this.word(i)]
  }

  /** A box stored as height, width, top, left. */
  area(i: number): Box {
    const [height, width, y, x] = [
      this.word(i),
      this.word(i + 1),
      this.word(i + 2),
      this.word(i + 3),
    ]
    return [x, y, x + width, y + height]
  }

  /** A part of a bitmap, by the indices of its y and x and of its height and width. */
  part(place: number, size: number): Box {
    const [x, y] = this.point(place)
    const [width, height] = this.point(size)
    return [x, y, x + width, y + height]
  }

  /** Points stored as x, y. */
  points(i: number, count: number): Point[] {
    return Array.from({ length: count }, (_, k) => [this.word(i + k * 2), this.word(i + k * 2 + 1)])
  }

  rest(i: number): Uint8Array {
    return this.bytes.subarray(i * 2)
  }

  /** Whether a bitmap record has no bitmap: its size is then that in its function (MS-WMF 2.3.1). */
  get bare(): boolean {
    return this.bytes.length / 2 === this.type >> 8
  }
}

/** Records that make an object. */
const objects: Record<number, (p: Parameters) => GdiObject> = {
  762: (p) => ({ kind: 'pen', style: p.count(0), width: Math.abs(p.word(1)), color: p.color(3) }),
  763: font,
  764: (p) => ({ kind: 'brush', style: p.count(0), color: p.color(1), hatch: p.count(3) }),
  322: (p) => ({ ...brush(FILL.dib, 0), bitmap: packedDib(p.rest(2)) }),
  505: () => brush(FILL.brush, 128),
  1791: (p) => ({ kind: 'region', boxes: [[p.word(7), p.word(8), p.word(9), p.word(10)]] }),
  247: () => ({ kind: 'region', boxes: [] }),
}

function brush(style: number, level: number) {
  return { kind: 'brush', style, color: [level, level, level] as Color, hatch: 0 } as const
}

/** Font (MS-WMF 2.2.1.2): height, width, escapement, orientation, weight in words; flags and charset in bytes; face. */
function font(p: Parameters): GdiObject {
  const name = p.bytes.subarray(18)
  const end = name.indexOf(0)
  return {
    kind: 'font',
    height: p.word(0),
    escapement: p.word(2),
    weight: p.word(4),
    italic: p.bytes[10] !== 0,
    underline: p.bytes[11] !== 0,
    strikeOut: p.bytes[12] !== 0,
    charset: p.bytes[13] ?? 0,
    face: String.fromCharCode(...name.subarray(0, end < 0 ? undefined : end)),
  }
}

type Meaning = (p: Parameters) => Command

const set =
  (name: Setting): Meaning =>
  (p) => ({ op: 'set', name, value: p.count(0) })
const color =
  (name: 'backColor' | 'textColor'): Meaning =>
  (p) => ({ op: 'color', name, value: p.color(0) })
const clip =
  (mode: ClipMode): Meaning =>
  (p) => ({ op: 'clipBoxes', boxes: [p.box(0)], mode, device: false })
const curve =
  (op: 'arc' | 'pie' | 'chord'): Meaning =>
  (p) => ({ op, box: p.box(4), from: p.point(2), to: p.point(0) })

/** What the other records mean. */
const meanings: Record<number, Meaning> = {
  30: () => ({ op: 'save' }),
  258: set('backMode'),
  259: set('mapMode'),
  260: set('rasterOperation'),
  262: set('fillMode'),
  295: (p) => ({ op: 'restore', level: p.word(0) }),
  299: (p) => ({ op: 'fillRegion', boxes: p.count(0) }),
  300: (p) => ({ op: 'clipSlot', slot: p.count(0) }),
  301: (p) => ({ op: 'select', slot: p.count(0) }),
  302: set('textAlign'),
  496: (p) => ({ op: 'delete', slot: p.count(0) }),
  513: color('backColor'),
  521: color('textColor'),
  523: (p) => ({ op: 'origin', of: 'window', to: p.point(0) }),
  524: (p) => ({ op: 'extent', of: 'window', to: p.point(0) }),
  527: (p) => ({ op: 'offset', of: 'window', by: p.point(0) }),
  531: (p) => ({ op: 'line', to: p.point(0) }),
  532: (p) => ({ op: 'move', to: p.point(0) }),
  552: (p) => ({ op: 'fillRegion', boxes: p.count(0), brush: p.count(1) }),
  804: (p) => ({ op: 'polygon', figures: [p.points(1, p.count(0))] }),
  805: (p) => ({ op: 'polyline', figures: [p.points(1, p.count(0))] }),
  1040: (p) => ({ op: 'scale', of: 'window', by: [p.word(3) / p.word(2), p.word(1) / p.word(0)] }),
  1045: clip('difference'),
  1046: clip('and'),
  1048: (p) => ({ op: 'ellipse', box: p.box(0) }),
  1051: (p) => ({ op: 'rectangle', box: p.box(0) }),
  1055: (p) => ({ op: 'pixel', at: p.point(2), color: p.color(0) }),
  1313: (p) => ({ op: 'text', text: textOut(p) }),
  1336: (p) => ({ op: 'polygon', figures: polygons(p) }),
  1564: (p) => ({ op: 'roundRectangle', box: p.box(2), corner: p.point(0) }),
  1565: (p) => ({ op: 'fill', box: p.area(2), raster: p.long(0) }),
  2071: curve('arc'),
  2074: curve('pie'),
  2096: curve('chord'),
  2368: (p) => blit(p, 4, p.part(2, 4)),
  2610: (p) => ({ op: 'text', text: extendedTextOut(p) }),
  2881: (p) => blit(p, 6, p.part(4, 2)),
  3379: (p) => stretched(p, 5, p.part(3, 5), COPY),
  3907: (p) => stretched(p, 7, p.part(5, 3), p.long(0)),
}

function polygons(p: Parameters): Point[][] {
  const count = p.count(0)
  let at = 1 + count
  return Array.from({ length: count }, (_, i) => {
    const points = p.points(at, p.count(1 + i))
    at += points.length * 2
    return points
  })
}

function textOut(p: Parameters): Text {
  const length = p.count(0)
  return {
    at: p.point(1 + Math.ceil(length / 2)),
    characters: p.rest(1).subarray(0, length),
    options: 0,
    advances: [],
  }
}

/** ExtTextOut: y, x, length, options, a box if options & 6, characters padded to words, advances. */
function extendedTextOut(p: Parameters): Text {
  const length = p.count(2)
  const options = p.count(3)
  const boxed = (options & 6) !== 0
  const start = boxed ? 8 : 4
  const first = start + Math.ceil(length / 2)
  const given = p.bytes.length / 2 >= first + length ? length : 0
  return {
    at: p.point(0),
    characters: p.rest(start).subarray(0, length),
    options,
    ...(boxed && { box: [p.word(4), p.word(5), p.word(6), p.word(7)] }),
    advances: Array.from({ length: given }, (_, i) => p.word(first + i)),
  }
}

/** A bitmap, or none: the box is then one word later. */
function blit(p: Parameters, box: number, from: Box): Command {
  if (p.bare) return { op: 'fill', box: p.area(box + 1), raster: p.long(0) }
  return bitmap(packedDib(p.rest(box + 4)), p.area(box), from, p.long(0))
}

function stretched(p: Parameters, box: number, from: Box, raster: number): Command {
  const dib = packedDib(p.rest(box + 4))
  return bitmap(dib, p.area(box), fromTop(dib, from), raster)
}

function bitmap(dib: Dib, box: Box, from: Box, raster: number): Command {
  return { op: 'bitmap', bitmap: { dib, box, from, raster } }
}
