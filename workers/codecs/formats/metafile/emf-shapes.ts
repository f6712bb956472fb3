import type { Command } from './commands.ts'
import type { EmfRecord, Meaning, Meanings } from './emf-record.ts'

type Points = (f: EmfRecord, short: boolean) => Command

const points = (f: EmfRecord, short: boolean) => f.points(28, f.count(24), short)

/** PolyPolygon and PolyPolyline: 24 number of figures, 28 of all points, 32 points per figure, then the points. */
function figures(f: EmfRecord, short: boolean) {
  const counts = f.list(32, f.count(24))
  let at = 32 + counts.length * 4
  return counts.map((count) => {
    const points = f.points(at, count, short)
    at += count * (short ? 4 : 8)
    return points
  })
}

/** The types that have 32-bit points, and those with 16-bit points in their places. */
const withPoints: [type: number, short: number, Points][] = [
  [2, 85, (f, short) => ({ op: 'bezier', points: points(f, short) })],
  [3, 86, (f, short) => ({ op: 'polygon', figures: [points(f, short)] })],
  [4, 87, (f, short) => ({ op: 'polyline', figures: [points(f, short)] })],
  [5, 88, (f, short) => ({ op: 'bezierTo', points: points(f, short) })],
  [6, 89, (f, short) => ({ op: 'polylineTo', points: points(f, short) })],
  [7, 90, (f, short) => ({ op: 'polyline', figures: figures(f, short) })],
  [8, 91, (f, short) => ({ op: 'polygon', figures: figures(f, short) })],
  [56, 92, polyDraw],
]

function polyDraw(f: EmfRecord, short: boolean): Command {
  const at = 28 + f.count(24) * (short ? 4 : 8)
  return { op: 'polyDraw', points: points(f, short), types: f.bytes.subarray(at, at + f.count(24)) }
}

const curve =
  (op: 'arc' | 'arcTo' | 'chord' | 'pie'): Meaning =>
  (f) => ({ op, box: f.box(8), from: f.point(24), to: f.point(32) })
const painted =
  (fill: boolean, stroke: boolean): Meaning =>
  () => ({ op: 'paintPath', fill, stroke })

/** Lines, figures and paths (MS-EMF 2.3.5, 2.3.10). */
export const shapes: Meanings = {
  ...Object.fromEntries(
    withPoints.flatMap(([type, short, meaning]) => [
      [type, (f: EmfRecord) => meaning(f, false)],
      [short, (f: EmfRecord) => meaning(f, true)],
    ]),
  ),
  15: (f) => ({ op: 'pixel', at: f.point(8), color: f.color(16) }),
  27: (f) => ({ op: 'move', to: f.point(8) }),
  41: (f) => {
    const [radius, start, sweep] = [f.count(16), f.float(20), f.float(24)]
    return { op: 'angleArc', center: f.point(8), radius, start, sweep }
  },
  42: (f) => ({ op: 'ellipse', box: f.box(8) }),
  43: (f) => ({ op: 'rectangle', box: f.box(8) }),
  44: (f) => ({ op: 'roundRectangle', box: f.box(8), corner: f.point(24) }),
  45: curve('arc'),
  46: curve('chord'),
  47: curve('pie'),
  54: (f) => ({ op: 'line', to: f.point(8) }),
  55: curve('arcTo'),
  59: () => ({ op: 'beginPath' }),
  60: () => ({ op: 'endPath' }),
  61: () => ({ op: 'closeFigure' }),
  62: painted(true, false),
  63: painted(true, true),
  64: painted(false, true),
  68: () => ({ op: 'abortPath' }),
}
