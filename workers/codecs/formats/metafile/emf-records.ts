import { dataView } from '../../shared/bytes.ts'
import { fromTop } from '../bitmap/dib.ts'
import { type ClipMode, COPY, type Command, colorFromRef } from './commands.ts'
import { emfObject } from './emf-objects.ts'
import { EmfRecord } from './emf-record.ts'
import { shapeCommand } from './emf-shapes.ts'
import { textCommand } from './emf-text.ts'

const END_OF_FILE = 14
const COMMENT = 70

/** Reads the records of an EMF (MS-EMF 2.3): 0 type, 4 size in bytes, 8 fields. */
export function emfCommands(bytes: Uint8Array): Command[] {
  const data = dataView(bytes)
  const commands: Command[] = []
  let plus = false
  let drawn = false
  for (let at = 0; ; ) {
    const type = data.getUint32(at, true)
    const size = data.getUint32(at + 4, true)
    if (type === END_OF_FILE) break
    if (size < 8) throw new Error(`an EMF record of at least 8 bytes, got ${size}`)
    if (at + size > bytes.length) throw new RangeError('an EMF that ends within a record')
    const record = new EmfRecord(bytes.subarray(at, at + size), type)
    if (type === COMMENT) plus ||= isPlus(record)
    const command = emfObject(record) ?? stateCommand(record) ?? drawCommand(record)
    if (command) commands.push(command)
    drawn ||= drawCommand(record) !== undefined
    at += size
  }
  if (plus && !drawn) throw new Error('an EMF with records of GDI: EMF+ alone is not supported')
  return commands
}

const isPlus = (record: EmfRecord) => record.bytes.length >= 16 && record.count(12) === 0x2b464d45

const SETTINGS = {
  17: 'mapMode',
  18: 'backMode',
  19: 'fillMode',
  20: 'rasterOperation',
  22: 'textAlign',
  57: 'arcDirection',
  58: 'miterLimit',
} as const

/** RegionMode (MS-EMF 2.1.29). */
const CLIP: Record<number, ClipMode> = { 1: 'and', 4: 'difference', 5: 'copy' }

function stateCommand(f: EmfRecord): Command | undefined {
  if (f.type in SETTINGS) {
    return { op: 'set', name: SETTINGS[f.type as keyof typeof SETTINGS], value: f.count(8) }
  }
  switch (f.type) {
    case 9:
    case 11:
      return { op: 'extent', of: f.type === 9 ? 'window' : 'viewport', to: f.point(8) }
    case 10:
    case 12:
      return { op: 'origin', of: f.type === 10 ? 'window' : 'viewport', to: f.point(8) }
    case 31:
    case 32: {
      const by: [number, number] = [f.int(8) / f.int(12), f.int(16) / f.int(20)]
      return { op: 'scale', of: f.type === 32 ? 'window' : 'viewport', by }
    }
    case 24:
      return { op: 'color', name: 'textColor', value: colorFromRef(f.count(8)) }
    case 25:
      return { op: 'color', name: 'backColor', value: colorFromRef(f.count(8)) }
    case 33:
      return { op: 'save' }
    case 34:
      return { op: 'restore', level: f.int(8) }
    case 35:
      return { op: 'world', matrix: f.matrix(8), mode: 'set' }
    case 36:
      return modifiedWorld(f)
    case 37:
      return f.count(8) >= 0x80000000
        ? { op: 'stock', index: f.count(8) - 0x80000000 }
        : { op: 'select', slot: f.count(8) }
    case 40:
      return { op: 'delete', slot: f.count(8) }
    default:
      return clipCommand(f)
  }
}

function modifiedWorld(f: EmfRecord): Command | undefined {
  const matrix = f.matrix(8)
  switch (f.count(32)) {
    case 1:
      return { op: 'world', matrix: [1, 0, 0, 1, 0, 0], mode: 'set' }
    case 2:
      return { op: 'world', matrix, mode: 'before' }
    case 3:
      return { op: 'world', matrix, mode: 'after' }
    default:
      return { op: 'world', matrix, mode: 'set' }
  }
}

function clipCommand(f: EmfRecord): Command | undefined {
  switch (f.type) {
    case 29:
      return { op: 'clipBoxes', boxes: [f.box(8)], mode: 'difference', device: false }
    case 30:
      return { op: 'clipBoxes', boxes: [f.box(8)], mode: 'and', device: false }
    case 67:
      return { op: 'clipPath', mode: CLIP[f.count(8)] ?? 'copy' }
    case 75: {
      if (f.count(8) === 0) return { op: 'clipNone' }
      return {
        op: 'clipBoxes',
        boxes: f.region(16),
        mode: CLIP[f.count(12)] ?? 'copy',
        device: true,
      }
    }
    default:
      return undefined
  }
}

function drawCommand(f: EmfRecord): Command | undefined {
  return shapeCommand(f) ?? textCommand(f) ?? bitmapCommand(f)
}

function bitmapCommand(f: EmfRecord): Command | undefined {
  switch (f.type) {
    case 71:
      return { op: 'fillRegion', boxes: f.region(32), brush: f.count(28) }
    case 74:
      return { op: 'fillRegion', boxes: f.region(28) }
    case 76:
    case 77:
    case 78:
    case 114:
    case 116:
      return transfer(f)
    case 80:
    case 81: {
      const dib = f.dib(48)
      if (!dib) return undefined
      const stretched = f.type === 81
      const box = stretched ? f.area(24, 72) : f.area(24, 40)
      const raster = stretched ? f.count(68) : COPY
      return { op: 'bitmap', bitmap: { dib, box, from: fromTop(dib, f.area(32)), raster } }
    }
    case 118:
      return gradient(f)
    default:
      return undefined
  }
}

/** BitBlt, StretchBlt, MaskBlt (ignoring its mask), AlphaBlend, TransparentBlt: alike except for the operation. */
function transfer(f: EmfRecord): Command | undefined {
  const dib = f.dib(84)
  const box = f.area(24)
  const raster = f.type < 78 ? f.count(40) : COPY
  if (!dib) return f.type < 78 ? { op: 'fill', box, raster } : undefined
  const from = f.area(44, f.type === 76 || f.type === 78 ? 32 : 100)
  const blend =
    f.type === 114
      ? { opacity: (f.bytes[42] ?? 255) / 255, alpha: (f.bytes[43] ?? 0) === 1 }
      : undefined
  return { op: 'bitmap', bitmap: { dib, box, from, raster, ...(blend && { blend }) } }
}

/** GradientFill (MS-EMF 2.3.5.12): boxes between two corners with a color each. Triangles are not supported. */
function gradient(f: EmfRecord): Command | undefined {
  const [vertices, count, mode] = [f.count(24), f.count(28), f.count(32)]
  if (mode > 1) return undefined
  const corner = (i: number) => {
    if (i >= vertices) throw new Error(`one of ${vertices} corners, got ${i}`)
    const at = 36 + i * 16
    const color = [9, 11, 13].map((offset) => f.bytes[at + offset] as number)
    return { point: f.point(at), color: color as [number, number, number] }
  }
  const pairs = f.list(36 + vertices * 16, count * 2)
  const boxes = Array.from({ length: count }, (_, i) => {
    const from = corner(pairs[i * 2] as number)
    const to = corner(pairs[i * 2 + 1] as number)
    return {
      box: [...from.point, ...to.point] as [number, number, number, number],
      from: from.color,
      to: to.color,
    }
  })
  return { op: 'gradient', boxes, vertical: mode === 1 }
}
