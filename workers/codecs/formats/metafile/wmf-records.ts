import { dataView } from '../../shared/bytes.ts'
import { fromTop, packedDib } from '../bitmap/dib.ts'
import {
  type Box,
  COPY,
  type Command,
  colorFromRef,
  type Dib,
  type GdiObject,
  type Point,
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
    const object = objectOf(type, record)
    if (object) {
      const free = taken.indexOf(false)
      const slot = free < 0 ? taken.length : free
      taken[slot] = true
      commands.push({ op: 'create', slot, object })
    } else {
      const command = commandOf(type, record)
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

function objectOf(type: number, p: Parameters): GdiObject | undefined {
  switch (type) {
    case 0x2fa:
      return {
        kind: 'pen',
        style: p.count(0),
        width: Math.abs(p.word(1)),
        color: colorFromRef(p.long(3)),
      }
    case 0x2fb:
      return font(p)
    case 0x2fc:
      return { kind: 'brush', style: p.count(0), color: colorFromRef(p.long(1)), hatch: p.count(3) }
    case 0x142:
      return {
        kind: 'brush',
        style: FILL.dib,
        color: [0, 0, 0],
        hatch: 0,
        bitmap: packedDib(p.rest(2)),
      }
    case 0x1f9:
      return { kind: 'brush', style: FILL.brush, color: [128, 128, 128], hatch: 0 }
    case 0x6ff:
      return { kind: 'region', boxes: [[p.word(7), p.word(8), p.word(9), p.word(10)]] }
    case 0xf7:
      return { kind: 'region', boxes: [] }
    default:
      return undefined
  }
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

const SETTINGS = {
  258: 'backMode',
  259: 'mapMode',
  260: 'rasterOperation',
  262: 'fillMode',
  302: 'textAlign',
} as const

function commandOf(type: number, p: Parameters): Command | undefined {
  if (type in SETTINGS) {
    return { op: 'set', name: SETTINGS[type as keyof typeof SETTINGS], value: p.count(0) }
  }
  return stateCommand(type, p) ?? shapeCommand(type, p) ?? bitmapCommand(type, p)
}

function stateCommand(type: number, p: Parameters): Command | undefined {
  switch (type) {
    case 0x1e:
      return { op: 'save' }
    case 0x127:
      return { op: 'restore', level: p.word(0) }
    case 0x201:
      return { op: 'color', name: 'backColor', value: colorFromRef(p.long(0)) }
    case 0x209:
      return { op: 'color', name: 'textColor', value: colorFromRef(p.long(0)) }
    case 0x20b:
      return { op: 'origin', of: 'window', to: p.point(0) }
    case 0x20c:
      return { op: 'extent', of: 'window', to: p.point(0) }
    case 0x20f:
      return { op: 'offset', of: 'window', by: p.point(0) }
    case 0x410:
      return { op: 'scale', of: 'window', by: [p.word(3) / p.word(2), p.word(1) / p.word(0)] }
    case 0x12d:
      return { op: 'select', slot: p.count(0) }
    case 0x1f0:
      return { op: 'delete', slot: p.count(0) }
    case 0x12c:
      return { op: 'clipSlot', slot: p.count(0) }
    case 0x415:
      return { op: 'clipBoxes', boxes: [p.box(0)], mode: 'difference', device: false }
    case 0x416:
      return { op: 'clipBoxes', boxes: [p.box(0)], mode: 'and', device: false }
    default:
      return undefined
  }
}

function shapeCommand(type: number, p: Parameters): Command | undefined {
  switch (type) {
    case 0x213:
      return { op: 'line', to: p.point(0) }
    case 0x214:
      return { op: 'move', to: p.point(0) }
    case 0x324:
      return { op: 'polygon', figures: [p.points(1, p.count(0))] }
    case 0x325:
      return { op: 'polyline', figures: [p.points(1, p.count(0))] }
    case 0x538:
      return { op: 'polygon', figures: polygons(p) }
    case 0x41b:
      return { op: 'rectangle', box: p.box(0) }
    case 0x418:
      return { op: 'ellipse', box: p.box(0) }
    case 0x61c:
      return { op: 'roundRectangle', box: p.box(2), corner: p.point(0) }
    case 0x817:
      return { op: 'arc', box: p.box(4), from: p.point(2), to: p.point(0) }
    case 0x81a:
      return { op: 'pie', box: p.box(4), from: p.point(2), to: p.point(0) }
    case 0x830:
      return { op: 'chord', box: p.box(4), from: p.point(2), to: p.point(0) }
    case 0x41f:
      return { op: 'pixel', at: p.point(2), color: colorFromRef(p.long(0)) }
    case 0x521:
      return { op: 'text', text: textOut(p) }
    case 0xa32:
      return { op: 'text', text: extendedTextOut(p) }
    case 0x228:
      return { op: 'fillRegion', boxes: p.count(0), brush: p.count(1) }
    case 0x12b:
      return { op: 'fillRegion', boxes: p.count(0) }
    case 0x61d:
      return { op: 'fill', box: p.area(2), raster: p.long(0) }
    default:
      return undefined
  }
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

function bitmapCommand(type: number, p: Parameters): Command | undefined {
  switch (type) {
    case 0x940:
      if (p.bare) return { op: 'fill', box: p.area(5), raster: p.long(0) }
      return bitmap(packedDib(p.rest(8)), p.area(4), p.part(2, 4), p.long(0))
    case 0xb41:
      if (p.bare) return { op: 'fill', box: p.area(7), raster: p.long(0) }
      return bitmap(packedDib(p.rest(10)), p.area(6), p.part(4, 2), p.long(0))
    case 0xf43: {
      const dib = packedDib(p.rest(11))
      return bitmap(dib, p.area(7), fromTop(dib, p.part(5, 3)), p.long(0))
    }
    case 0xd33: {
      const dib = packedDib(p.rest(9))
      return bitmap(dib, p.area(5), fromTop(dib, p.part(3, 5)), COPY)
    }
    default:
      return undefined
  }
}

function bitmap(dib: Dib, box: Box, from: Box, raster: number): Command {
  return { op: 'bitmap', bitmap: { dib, box, from, raster } }
}
