import type { Brush, Color, Pen } from './commands.ts'

export type Context = OffscreenCanvasRenderingContext2D

const SOLID = 0
const NONE = 1
const HATCHED = 2

const NO_PEN = 5
const OWN_DASHES = 7
const GEOMETRIC = 0x10000

/** Dashes and gaps by pen style, in widths of the pen. */
const DASHES: Record<number, number[]> = {
  1: [3, 1],
  2: [1, 1],
  3: [3, 1, 1, 1],
  4: [3, 1, 1, 1, 1, 1],
}

const CAPS: Record<number, CanvasLineCap> = { 0: 'round', 1: 'square', 2: 'butt' }
const JOINS: Record<number, CanvasLineJoin> = { 0: 'round', 1: 'bevel', 2: 'miter' }

/** How a binary raster operation mixes what is drawn with what is there, as near as a canvas comes. */
const MIXES: Record<number, GlobalCompositeOperation> = {
  6: 'difference',
  7: 'difference',
  9: 'darken',
  15: 'lighten',
}

export const css = ([red, green, blue]: Color) => `rgb(${red} ${green} ${blue})`

/** The canvas' mix for R2_ operations; none where nothing is drawn. */
export const compositeOperation = (operation: number): GlobalCompositeOperation | undefined =>
  operation === 11 ? undefined : (MIXES[operation] ?? 'source-over')

/** The color that operations without a source draw with. */
export function fixedColor(operation: number): string | undefined {
  if (operation === 1) return 'black'
  return operation === 16 || operation === 6 ? 'white' : undefined
}

/** Sets up a canvas to stroke with a pen; `scale` pixels a logical unit. Returns whether there is anything to draw. */
export function preparePen(context: Context, pen: Pen, scale: number, miterLimit: number): boolean {
  const style = pen.style & 15
  if (style === NO_PEN) return false
  const geometric = (pen.style & GEOMETRIC) !== 0
  const width = Math.max(1, pen.width * scale)
  context.strokeStyle = css(pen.color)
  context.lineWidth = width
  context.lineCap = CAPS[(pen.style >> 8) & 15] ?? 'round'
  context.lineJoin = JOINS[(pen.style >> 12) & 15] ?? 'round'
  context.miterLimit = miterLimit >= 1 && miterLimit < 1000 ? miterLimit : 10
  // A pen that is thin draws long dashes; one that is thick draws none, unless it is geometric.
  const unit = width > 1 ? width : 3
  const dashes = geometric || width <= 1 ? (DASHES[style] ?? []).map((part) => part * unit) : []
  context.setLineDash(
    style === OWN_DASHES ? (pen.dashes ?? []).map((part) => Math.max(1, part * scale)) : dashes,
  )
  return true
}

/** What a brush fills with; none where it fills nothing. `opaque`: the ground of hatches. */
export function fillStyle(
  context: Context,
  brush: Brush,
  opaque: Color | undefined,
  tiles: Map<Brush, ImageBitmap>,
): string | CanvasPattern | undefined {
  if (brush.style === NONE) return undefined
  if (brush.style === SOLID) return css(brush.color)
  const tile = brush.style === HATCHED ? hatch(brush, opaque) : tiles.get(brush)
  return (tile && context.createPattern(tile, 'repeat')) ?? css(brush.color)
}

/** Lines of hatches on 8 x 8 pixels: horizontal, vertical, down, up, crossed, crossed askew. */
const HATCHES = [
  'M0 4.5H8',
  'M4.5 0V8',
  'M0 0L8 8',
  'M0 8L8 0',
  'M0 4.5H8M4.5 0V8',
  'M0 0L8 8M0 8L8 0',
]

function hatch({ hatch, color }: Brush, opaque: Color | undefined): OffscreenCanvas {
  const tile = new OffscreenCanvas(8, 8)
  const context = tile.getContext('2d')
  if (!context) throw new Error('no 2D canvas')
  if (opaque) {
    context.fillStyle = css(opaque)
    context.fillRect(0, 0, 8, 8)
  }
  context.strokeStyle = css(color)
  context.stroke(new Path2D(HATCHES[hatch] ?? HATCHES[0]))
  return tile
}
