import { type Command, colorFromRef, type GdiObject } from './commands.ts'
import type { EmfRecord } from './emf-record.ts'

/** Pens, brushes, fonts and palettes (MS-EMF 2.3.7): at 8 their place in the table of objects. */
export function emfObject(f: EmfRecord): Command | undefined {
  const object = objectOf(f)
  return object && { op: 'create', slot: f.count(8), object }
}

function objectOf(f: EmfRecord): GdiObject | undefined {
  switch (f.type) {
    case 38:
      return {
        kind: 'pen',
        style: f.count(12),
        width: Math.abs(f.int(16)),
        color: colorFromRef(f.count(24)),
      }
    case 39:
      return {
        kind: 'brush',
        style: f.count(12),
        color: colorFromRef(f.count(16)),
        hatch: f.count(20),
      }
    case 49:
      return { kind: 'region', boxes: [] }
    case 82:
      return font(f)
    case 93:
    case 94: {
      const bitmap = f.dib(16)
      return {
        kind: 'brush',
        style: 5,
        color: [128, 128, 128],
        hatch: 0,
        ...(bitmap && { bitmap }),
      }
    }
    case 95:
      return {
        kind: 'pen',
        style: f.count(28),
        width: f.count(32),
        color: colorFromRef(f.count(40)),
        dashes: f.list(52, f.count(48)),
      }
    default:
      return undefined
  }
}

/** LOGFONT: height, width, escapement, orientation, weight; four bytes of looks; four more; 32 characters of a name. */
function font(f: EmfRecord): GdiObject {
  return {
    kind: 'font',
    height: f.int(12),
    escapement: f.int(20),
    weight: f.int(28),
    italic: f.bytes[32] !== 0,
    underline: f.bytes[33] !== 0,
    strikeOut: f.bytes[34] !== 0,
    charset: f.bytes[35] ?? 0,
    face: f.utf16(40, 32).replace(/\0.*$/s, ''),
  }
}
