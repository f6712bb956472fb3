import type {
  Brush,
  Color,
  Command,
  Font,
  GdiObject,
  Matrix,
  Pen,
  Point,
  Setting,
} from './commands.ts'
import { compose, type Frame, IDENTITY } from './mapping.ts'

/** What SaveDC keeps. */
export interface State {
  window: Frame
  viewport: Frame
  world: Matrix
  settings: Record<Setting, number>
  textColor: Color
  backColor: Color
  pen: Pen
  brush: Brush
  font: Font
  position: Point
}

const pen = (style: number, color: Color): Pen => ({ kind: 'pen', style, width: 0, color })

const brush = (style: number, level: number): Brush => ({
  kind: 'brush',
  style,
  color: [level, level, level],
  hatch: 0,
})

const SYSTEM_FONT: Font = {
  kind: 'font',
  height: -12,
  escapement: 0,
  weight: 400,
  italic: false,
  underline: false,
  strikeOut: false,
  charset: 0,
  face: 'Arial',
}

/** Objects that need not be created (MS-EMF 2.1.31): brushes, pens, and from 10 on fonts. */
const STOCK: (Pen | Brush | Font | undefined)[] = [
  brush(0, 255),
  brush(0, 192),
  brush(0, 128),
  brush(0, 64),
  brush(0, 0),
  brush(1, 0),
  pen(0, [255, 255, 255]),
  pen(0, [0, 0, 0]),
  pen(5, [0, 0, 0]),
  undefined,
  ...Array.from({ length: 8 }, (_, i) => (i === 5 ? undefined : SYSTEM_FONT)),
  brush(0, 255),
  pen(0, [0, 0, 0]),
]

/** A new device context (MS-EMF 3.1.1.2). */
export function initialState(): State {
  const frame = (): Frame => ({ origin: [0, 0], extent: [1, 1] })
  return {
    window: frame(),
    viewport: frame(),
    world: IDENTITY,
    settings: {
      mapMode: 1,
      backMode: 2,
      fillMode: 1,
      textAlign: 0,
      rasterOperation: 13,
      arcDirection: 1,
      miterLimit: 10,
    },
    textColor: [0, 0, 0],
    backColor: [255, 255, 255],
    pen: pen(0, [0, 0, 0]),
    brush: brush(0, 255),
    font: SYSTEM_FONT,
    position: [0, 0],
  }
}

/** The state after a command; none where the command is about something else. */
export function nextState(
  state: State,
  command: Command,
  objects: Map<number, GdiObject>,
): State | undefined {
  switch (command.op) {
    case 'set':
      return { ...state, settings: { ...state.settings, [command.name]: command.value } }
    case 'color':
      return { ...state, [command.name]: command.value }
    case 'origin':
    case 'extent':
      return { ...state, [command.of]: { ...state[command.of], [command.op]: command.to } }
    case 'offset': {
      const { origin, extent } = state[command.of]
      const [x, y] = command.by
      return { ...state, [command.of]: { extent, origin: [origin[0] + x, origin[1] + y] } }
    }
    case 'scale': {
      const { origin, extent } = state[command.of]
      const [x, y] = command.by
      return { ...state, [command.of]: { origin, extent: [extent[0] * x, extent[1] * y] } }
    }
    case 'world':
      return { ...state, world: nextWorld(state.world, command) }
    case 'select':
      return withObject(state, objects.get(command.slot))
    case 'stock':
      return withObject(state, STOCK[command.index])
    case 'move':
      return { ...state, position: command.to }
    default:
      return undefined
  }
}

function nextWorld(world: Matrix, { matrix, mode }: Extract<Command, { op: 'world' }>): Matrix {
  if (mode === 'set') return matrix
  return mode === 'before' ? compose(matrix, world) : compose(world, matrix)
}

function withObject(state: State, object: GdiObject | undefined): State {
  return object && object.kind !== 'region' ? { ...state, [object.kind]: object } : state
}
