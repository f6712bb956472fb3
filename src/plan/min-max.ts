import { atLeastOne, type Frame, type Layout, type Size } from './geometry.ts'

/**
 * Raises `shortest` (a side of the canvas or of the item, as placed) to `minLength`, then lowers the longer side
 * of the canvas to `maxLength`. Neither changes a ratio; `maxLength` never enlarges.
 */
export function bounded(
  placed: Layout,
  { minLength, maxLength }: Pick<Frame, 'minLength' | 'maxLength'>,
  shortest: number,
): Layout {
  const { width, height } = placed.canvas
  const up = minLength === undefined ? 1 : Math.max(1, minLength / shortest)
  const longest = Math.max(width, height) * up
  const down = maxLength === undefined ? 1 : Math.min(1, maxLength / longest)
  return up * down === 1 ? placed : rescaled(placed, up * down)
}

/** The same layout, larger or smaller. Edges that touched still touch. */
function rescaled({ scaled, visible, canvas, x, y }: Layout, factor: number): Layout {
  const times = (size: Size): Size => ({
    width: atLeastOne(size.width * factor),
    height: atLeastOne(size.height * factor),
  })
  const all = times(scaled)
  const outer = times(canvas)
  const across = side(visible.x, visible.width, x, canvas.width, all.width, outer.width, factor)
  const down = side(visible.y, visible.height, y, canvas.height, all.height, outer.height, factor)
  return {
    scaled: all,
    visible: { x: across.from, y: down.from, width: across.length, height: down.length },
    canvas: outer,
    x: across.at,
    y: down.at,
  }
}

/** One axis: where the visible part begins in the picture, its length, and where it stands on the canvas. */
function side(
  from: number,
  length: number,
  at: number,
  canvas: number,
  newLength: number,
  newCanvas: number,
  factor: number,
) {
  const start = Math.min(Math.round(at * factor), newCanvas - 1)
  const end = at + length === canvas ? newCanvas : Math.round((at + length) * factor)
  const shown = Math.max(1, Math.min(end - start, newCanvas - start, newLength))
  return { from: Math.min(Math.round(from * factor), newLength - shown), length: shown, at: start }
}
