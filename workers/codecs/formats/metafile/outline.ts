import type { Box, Command, Matrix, Point } from './commands.ts'
import { arc, arcBetween, type Curve, ellipse, roundBox } from './curves.ts'
import { apply } from './mapping.ts'

/** A step of a path in pixels, as in SVG: to a point, by a line or by a cubic curve; or back to where it began. */
export type Step =
  | { to: 'move'; point: Point }
  | { to: 'line'; point: Point }
  | { to: 'curve'; points: [Point, Point, Point] }
  | { to: 'start' }

export interface Outline {
  steps: Step[]
  /** Whether a brush fills it. */
  area: boolean
  /** Whether it goes on from the current position, which stands before its steps. */
  continues: boolean
  /** The current position afterwards, in logical units, where it changes. */
  position?: Point
}

const START: Step = { to: 'start' }

const move = (point: Point): Step => ({ to: 'move', point })
const line = (point: Point): Step => ({ to: 'line', point })
const curves = ({ beziers }: Curve): Step[] => beziers.map((points) => ({ to: 'curve', points }))

const alone = (steps: Step[], area: boolean): Outline => ({ steps, area, continues: false })

/** The outline that a command draws, in pixels by this matrix; none where it draws something else. */
export function outlineOf(
  command: Command,
  matrix: Matrix,
  clockwise: boolean,
): Outline | undefined {
  const outline = polyOutline(command) ?? boxOutline(command) ?? arcOutline(command, clockwise)
  return outline && { ...outline, steps: outline.steps.map((step) => inPixels(step, matrix)) }
}

/** A step in pixels by this matrix. */
export function inPixels(step: Step, matrix: Matrix): Step {
  if (step.to === 'start') return step
  if (step.to !== 'curve') return { ...step, point: apply(matrix, step.point) }
  const [a, b, c] = step.points
  return { to: 'curve', points: [apply(matrix, a), apply(matrix, b), apply(matrix, c)] }
}

function polyOutline(command: Command): Outline | undefined {
  switch (command.op) {
    case 'line':
      return continued([line(command.to)], command.to)
    case 'polylineTo':
      return continued(command.points.map(line), command.points.at(-1))
    case 'bezierTo':
      return continued(cubic(command.points), command.points.at(-1))
    case 'bezier': {
      const [first, ...rest] = command.points
      return first && alone([move(first), ...cubic(rest)], false)
    }
    case 'polyline':
      return alone(command.figures.flatMap(lines), false)
    case 'polygon':
      return alone(
        command.figures.flatMap((figure) => [...lines(figure), START]),
        true,
      )
    case 'polyDraw':
      return drawn(command.points, command.types)
    default:
      return undefined
  }
}

const continued = (steps: Step[], position: Point | undefined): Outline => ({
  steps,
  area: false,
  continues: true,
  ...(position && { position }),
})

const lines = ([first, ...rest]: Point[]): Step[] => (first ? [move(first), ...rest.map(line)] : [])

function cubic(points: Point[]): Step[] {
  const steps: Step[] = []
  for (let i = 0; i + 2 < points.length; i += 3) {
    steps.push({ to: 'curve', points: points.slice(i, i + 3) as [Point, Point, Point] })
  }
  return steps
}

/** PolyDraw: types 2 line, 4 curve (three in a row), 6 move; and 1 to close the figure. */
function drawn(points: Point[], types: Uint8Array): Outline {
  const steps: Step[] = []
  for (let i = 0; i < points.length; i++) {
    const kind = (types[i] ?? 0) & 6
    if (kind === 4) {
      steps.push(...cubic(points.slice(i, i + 3)))
      i += 2
    } else {
      steps.push(kind === 6 ? move(points[i] as Point) : line(points[i] as Point))
    }
    if ((types[i] ?? 0) & 1) steps.push(START)
  }
  return continued(steps, points.at(-1))
}

function boxOutline(command: Command): Outline | undefined {
  switch (command.op) {
    case 'rectangle':
      return alone(boxSteps(command.box), true)
    case 'ellipse': {
      const whole = ellipse(command.box)
      return alone([move(whole.start), ...curves(whole), START], true)
    }
    case 'roundRectangle': {
      const { start, parts } = roundBox(command.box, command.corner)
      const steps = parts.flatMap((part) => (Array.isArray(part) ? [line(part)] : curves(part)))
      return alone([move(start), ...steps, START], true)
    }
    default:
      return undefined
  }
}

/** A box as a closed figure. */
export const boxSteps = ([left, top, right, bottom]: Box): Step[] => [
  move([left, top]),
  line([right, top]),
  line([right, bottom]),
  line([left, bottom]),
  START,
]

function arcOutline(command: Command, clockwise: boolean): Outline | undefined {
  switch (command.op) {
    case 'arc':
    case 'arcTo':
    case 'chord':
    case 'pie':
      return boxArc(command, clockwise)
    case 'angleArc': {
      const { center, radius, start, sweep } = command
      const [x, y] = center
      const box: Box = [x - radius, y - radius, x + radius, y + radius]
      const turns = Math.max(-360, Math.min(360, sweep || 0))
      const curve = arc(box, (-(start || 0) * Math.PI) / 180, (-turns * Math.PI) / 180)
      return continued([line(curve.start), ...curves(curve)], curve.beziers.at(-1)?.[2])
    }
    default:
      return undefined
  }
}

function boxArc(
  { op, box, from, to }: Extract<Command, { box: Box; from: Point }>,
  clockwise: boolean,
): Outline {
  const { start, sweep } = arcBetween(box, from, to, clockwise)
  const curve = arc(box, start, sweep)
  if (op === 'arcTo') {
    return continued([line(curve.start), ...curves(curve)], curve.beziers.at(-1)?.[2])
  }
  const steps = [move(curve.start), ...curves(curve)]
  if (op === 'arc') return alone(steps, false)
  const center: Point = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
  return alone(op === 'pie' ? [...steps, line(center), START] : [...steps, START], true)
}
