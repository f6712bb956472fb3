import type { Box, Command, GdiObject, Metafile, Point } from './commands.ts'
import { compose, pageToDevice, scaleOf } from './mapping.ts'
import { boxSteps, inPixels, outlineOf, type Step } from './outline.ts'
import { nextState, type State } from './state.ts'

/** The box that a metafile's lines, figures and bitmaps take up, in pixels, pens included; none where it has none. */
export function boundsOf({ commands, unitsPerMillimeter, toPixels }: Metafile, first: State) {
  const objects = new Map<number, GdiObject>()
  const stack: State[] = []
  const bounds: Box = [Infinity, Infinity, -Infinity, -Infinity]
  let state = first
  for (const command of commands) {
    if (command.op === 'create') objects.set(command.slot, command.object)
    else if (command.op === 'save') stack.push(state)
    else if (command.op === 'restore') state = stack.pop() ?? state
    state = nextState(state, command, objects) ?? state
    const page = pageToDevice(
      state.settings.mapMode,
      state.window,
      state.viewport,
      unitsPerMillimeter,
    )
    const matrix = compose(compose(state.world, page), toPixels)
    const pen = (state.pen.width * scaleOf(matrix)) / 2
    const steps =
      outlineOf(command, matrix, false)?.steps ??
      boxOf(command).map((step) => inPixels(step, matrix))
    for (const point of steps.flatMap(pointsOf)) include(bounds, point, pen)
  }
  return bounds[0] < bounds[2] && bounds[1] < bounds[3] ? bounds : undefined
}

function boxOf(command: Command): Step[] {
  if (command.op === 'bitmap') return boxSteps(command.bitmap.box)
  return command.op === 'fill' ? boxSteps(command.box) : []
}

function pointsOf(step: Step): Point[] {
  if (step.to === 'curve') return step.points
  return step.to === 'start' ? [] : [step.point]
}

function include(bounds: Box, [x, y]: Point, margin: number): void {
  bounds[0] = Math.min(bounds[0], x - margin)
  bounds[1] = Math.min(bounds[1], y - margin)
  bounds[2] = Math.max(bounds[2], x + margin)
  bounds[3] = Math.max(bounds[3], y + margin)
}
