import { dataView } from '../../shared/bytes.ts'
import { fromTop } from '../bitmap/dib.ts'
import { type ClipMode, COPY, type Command, type Setting } from './commands.ts'
import { objects } from './emf-objects.ts'
import { EmfRecord, type Meaning, type Meanings } from './emf-record.ts'
import { shapes } from './emf-shapes.ts'
import { texts } from './emf-text.ts'

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
    const drawing = drawings[type]?.(record)
    const command = drawing ?? states[type]?.(record)
    if (command) commands.push(command)
    drawn ||= drawing !== undefined
    at += size
  }
  if (plus && !drawn) throw new Error('an EMF with records of GDI: EMF+ alone is not supported')
  return commands
}

const isPlus = (record: EmfRecord) => record.bytes.length >= 16 && record.count(12) === 0x2b464d45

/** RegionMode (MS-EMF 2.1.29). */
const CLIP: Record<number, ClipMode> = { 1: 'and', 4: 'difference', 5: 'copy' }

type Of = 'window' | 'viewport'

const set =
  (name: Setting): Meaning =>
  (f) => ({ op: 'set', name, value: f.count(8) })
const extent =
  (of: Of): Meaning =>
  (f) => ({ op: 'extent', of, to: f.point(8) })
const origin =
  (of: Of): Meaning =>
  (f) => ({ op: 'origin', of, to: f.point(8) })
const scale =
  (of: Of): Meaning =>
  (f) => ({ op: 'scale', of, by: [f.int(8) / f.int(12), f.int(16) / f.int(20)] })
const clip =
  (mode: ClipMode): Meaning =>
  (f) => ({ op: 'clipBoxes', boxes: [f.box(8)], mode, device: false })

const states: Meanings = {
  ...objects,
  9: extent('window'),
  10: origin('window'),
  11: extent('viewport'),
  12: origin('viewport'),
  17: set('mapMode'),
  18: set('backMode'),
  19: set('fillMode'),
  20: set('rasterOperation'),
  22: set('textAlign'),
  24: (f) => ({ op: 'color', name: 'textColor', value: f.color(8) }),
  25: (f) => ({ op: 'color', name: 'backColor', value: f.color(8) }),
  29: clip('difference'),
  30: clip('and'),
  31: scale('viewport'),
  32: scale('window'),
  33: () => ({ op: 'save' }),
  34: (f) => ({ op: 'restore', level: f.int(8) }),
  35: (f) => ({ op: 'world', matrix: f.matrix(8), mode: 'set' }),
  36: modifiedWorld,
  37: (f) =>
    f.count(8) >= 0x80000000
      ? { op: 'stock', index: f.count(8) - 0x80000000 }
      : { op: 'select', slot: f.count(8) },
  40: (f) => ({ op: 'delete', slot: f.count(8) }),
  57: set('arcDirection'),
  58: set('miterLimit'),
  67: (f) => ({ op: 'clipPath', mode: CLIP[f.count(8)] ?? 'copy' }),
  75: (f) => {
    if (f.count(8) === 0) return { op: 'clipNone' }
    const mode = CLIP[f.count(12)] ?? 'copy'
    return { op: 'clipBoxes', boxes: f.region(16), mode, device: true }
  },
}

const drawings: Meanings = {
  ...shapes,
  ...texts,
  71: (f) => ({ op: 'fillRegion', boxes: f.region(32), brush: f.count(28) }),
  74: (f) => ({ op: 'fillRegion', boxes: f.region(28) }),
  76: transfer,
  77: transfer,
  78: transfer,
  80: (f) => bits(f, 40),
  81: (f) => bits(f, 72, 68),
  114: transfer,
  116: transfer,
  118: gradient,
}

function modifiedWorld(f: EmfRecord): Command {
  const matrix = f.matrix(8)
  const mode = f.count(32)
  if (mode === 1) return { op: 'world', matrix: [1, 0, 0, 1, 0, 0], mode: 'set' }
  return { op: 'world', matrix, mode: mode === 2 ? 'before' : mode === 3 ? 'after' : 'set' }
}

/** SetDIBitsToDevice and StretchDIBits: where the size of the box is, and the raster operation if it has one. */
function bits(f: EmfRecord, size: number, rasterAt?: number): Command | undefined {
  const dib = f.dib(48)
  if (!dib) return undefined
  const raster = rasterAt === undefined ? COPY : f.count(rasterAt)
  const bitmap = { dib, box: f.area(24, size), from: fromTop(dib, f.area(32)), raster }
  return { op: 'bitmap', bitmap }
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
