import type { Brush, Color, Command, GdiObject } from './commands.ts'
import type { EmfRecord, Meanings } from './emf-record.ts'

/** Makes an object in the slot of the object table that is at 8. */
const create =
  (objectOf: (f: EmfRecord) => GdiObject) =>
  (f: EmfRecord): Command => ({ op: 'create', slot: f.count(8), object: objectOf(f) })

const pattern = create((f) => {
  const bitmap = f.dib(16)
  const color: Color = [128, 128, 128]
  const brush: Brush = { kind: 'brush', style: 5, color, hatch: 0 }
  return { ...brush, ...(bitmap && { bitmap }) }
})

/** Pens, brushes, fonts and palettes (MS-EMF 2.3.7). */
export const objects: Meanings = {
  38: create((f) => {
    const width = Math.abs(f.int(16))
    return { kind: 'pen', style: f.count(12), width, color: f.color(24) }
  }),
  39: create((f) => {
    return { kind: 'brush', style: f.count(12), color: f.color(16), hatch: f.count(20) }
  }),
  49: create(() => ({ kind: 'region', boxes: [] })),
  82: create(font),
  93: pattern,
  94: pattern,
  95: create((f) => {
    const pen = { style: f.count(28), width: f.count(32), color: f.color(40) }
    return { kind: 'pen', ...pen, dashes: f.list(52, f.count(48)) }
  }),
}

/** LogFont (MS-EMF 2.2.13): 12 height, width, escapement, orientation, weight, 32 flags and charset, 40 face name. */
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
