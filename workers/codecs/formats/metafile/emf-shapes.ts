import { type Command, colorFromRef } from './commands.ts'
import type { EmfRecord } from './emf-record.ts'

/** From here to 92 stand the records of 2 to 8 and 56 with points of 16 bits. */
const FIRST_SHORT = 85
const POLY_DRAW = 56
const POLY_DRAW_16 = 92

/** Lines, figures and paths (MS-EMF 2.3.5, 2.3.10). */
export function shapeCommand(f: EmfRecord): Command | undefined {
  const short = f.type >= FIRST_SHORT && f.type < POLY_DRAW_16
  return polyCommand(f, short ? f.type - FIRST_SHORT + 2 : f.type, short) ?? figure(f) ?? path(f)
}

function polyCommand(f: EmfRecord, type: number, short: boolean): Command | undefined {
  const points = () => f.points(28, f.count(24), short)
  switch (type) {
    case 2:
      return { op: 'bezier', points: points() }
    case 3:
      return { op: 'polygon', figures: [points()] }
    case 4:
      return { op: 'polyline', figures: [points()] }
    case 5:
      return { op: 'bezierTo', points: points() }
    case 6:
      return { op: 'polylineTo', points: points() }
    case 7:
      return { op: 'polyline', figures: figures(f, short) }
    case 8:
      return { op: 'polygon', figures: figures(f, short) }
    default:
      return undefined
  }
}

/** The number of figures, of all points, the points of each figure, the points. */
function figures(f: EmfRecord, short: boolean) {
  const counts = f.list(32, f.count(24))
  let at = 32 + counts.length * 4
  return counts.map((count) => {
    const points = f.points(at, count, short)
    at += count * (short ? 4 : 8)
    return points
  })
}

function figure(f: EmfRecord): Command | undefined {
  switch (f.type) {
    case 15:
      return { op: 'pixel', at: f.point(8), color: colorFromRef(f.count(16)) }
    case 27:
      return { op: 'move', to: f.point(8) }
    case 54:
      return { op: 'line', to: f.point(8) }
    case 41:
      return {
        op: 'angleArc',
        center: f.point(8),
        radius: f.count(16),
        start: f.float(20),
        sweep: f.float(24),
      }
    case 42:
      return { op: 'ellipse', box: f.box(8) }
    case 43:
      return { op: 'rectangle', box: f.box(8) }
    case 44:
      return { op: 'roundRectangle', box: f.box(8), corner: f.point(24) }
    case 45:
    case 46:
    case 47:
    case 55: {
      const op = ({ 45: 'arc', 46: 'chord', 47: 'pie', 55: 'arcTo' } as const)[f.type]
      return { op, box: f.box(8), from: f.point(24), to: f.point(32) }
    }
    case POLY_DRAW:
    case POLY_DRAW_16: {
      const count = f.count(24)
      const points = f.points(28, count, f.type === POLY_DRAW_16)
      const at = 28 + count * (f.type === POLY_DRAW_16 ? 4 : 8)
      return { op: 'polyDraw', points, types: f.bytes.subarray(at, at + count) }
    }
    default:
      return undefined
  }
}

function path(f: EmfRecord): Command | undefined {
  switch (f.type) {
    case 59:
      return { op: 'beginPath' }
    case 60:
      return { op: 'endPath' }
    case 61:
      return { op: 'closeFigure' }
    case 62:
      return { op: 'paintPath', fill: true, stroke: false }
    case 63:
      return { op: 'paintPath', fill: true, stroke: true }
    case 64:
      return { op: 'paintPath', fill: false, stroke: true }
    case 68:
      return { op: 'abortPath' }
    default:
      return undefined
  }
}
