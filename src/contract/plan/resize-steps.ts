import { type Layout, layout } from './geometry.ts'
import type { Box, Size } from './size.ts'
import type { ResizeOptions, Step } from './steps.ts'

/**
 * From this factor on the network is worth its time. Measured at 1.1 on six Kodak photographs, by
 * models/build/check_span.py: 41.8 dB by x2 and Lanczos down, 36.5 by bicubic alone.
 */
const MIN_NETWORK_FACTOR = 1.1
/**
 * Sides from which on it sees enough. Below, the zeros that it pads with tell: plain colours of 1 x 1 come back 55 off
 * and of 2 x 2 21 off, of 4 x 4 as near as those of any size.
 */
const MIN_NETWORK_SIDE = 4
/** Pixels around a part that are scaled with it, so that its edges look as in the whole: the reach of the network. */
const CONTEXT_PIXELS = 16
/** But not more than this many of the result, where a pixel of the source becomes hundreds of it. */
const MAX_CONTEXT_IN_RESULT = 256

/** The steps that bring an image into its frame: cut, scale, cut to the pixel, place on the canvas. */
export function resizeSteps(source: Size, framed: ResizeOptions, found?: Box): Step[] {
  return stepsForLayout(source, layout(source, framed.target, found), framed)
}

function stepsForLayout(
  source: Size,
  { scaled, visible, canvas, x, y }: Layout,
  framed: ResizeOptions,
): Step[] {
  const part = sourceRegion(source, scaled, visible)
  const piece = regionInScaled(part, source, scaled)
  const exact = { ...visible, x: visible.x - piece.x, y: visible.y - piece.y }
  return [
    ...cropSteps(part, source),
    ...scaleSteps(part, piece, framed),
    ...framed.between.map((step) => enlargedBy(step, piece.width / part.width)),
    ...cropSteps(exact, piece),
    ...(isSameSize(canvas, visible)
      ? []
      : [{ op: 'canvas' as const, ...canvas, x, y, fill: framed.fill }]),
  ]
}

/** A step that has to know by how much the image was scaled up. */
const enlargedBy = (step: Step, factor: number): Step =>
  step.op === 'face_enhance' ? { ...step, enlarged: Math.max(1, factor) } : step

/** The part of the source that has to be scaled to show `visible`: nothing is computed that is cut off later. */
function sourceRegion(source: Size, scaled: Size, visible: Box): Box {
  const x = sourceSpan(visible.x, visible.width, scaled.width / source.width, source.width)
  const y = sourceSpan(visible.y, visible.height, scaled.height / source.height, source.height)
  return { x: x.from, y: y.from, width: x.length, height: y.length }
}

function sourceSpan(from: number, length: number, factor: number, of: number) {
  const context = Math.max(1, Math.min(CONTEXT_PIXELS * Math.max(1, 1 / factor), MAX_CONTEXT_IN_RESULT / factor))
  const start = Math.max(0, Math.floor(from / factor - context))
  const end = Math.min(of, Math.ceil((from + length) / factor + context))
  return { from: start, length: end - start }
}

/** Where a part of the source is once the whole is scaled: edges rounded, so that parts and whole agree. */
function regionInScaled(part: Box, source: Size, scaled: Size): Box {
  const across = (x: number) => Math.round((x * scaled.width) / source.width)
  const down = (y: number) => Math.round((y * scaled.height) / source.height)
  const x = across(part.x)
  const y = down(part.y)
  const width = Math.max(1, across(part.x + part.width) - x)
  return { x, y, width, height: Math.max(1, down(part.y + part.height) - y) }
}

const cropSteps = (box: Box, of: Size): Step[] => {
  const { x, y, width, height } = box
  return isSameSize(box, of) ? [] : [{ op: 'crop', x, y, width, height }]
}

/** Up to 4 times by a network, what it cannot hit exactly by bicubic; down by Lanczos. That for text knows 4 times only. */
function scaleSteps(
  from: Size,
  { width, height }: Size,
  { upscale: type, limits }: ResizeOptions,
): Step[] {
  const to = { width, height }
  if (isSameSize(from, to)) return []
  const factor = Math.max(to.width / from.width, to.height / from.height)
  if (factor < 1) return [{ op: 'resize', ...to, filter: 'lanczos3' }]
  const fits = (scale: number) => from.width * from.height * scale ** 2 <= limits.outputPixels
  const worth = factor >= MIN_NETWORK_FACTOR && Math.min(from.width, from.height) >= MIN_NETWORK_SIDE
  if (!worth || !fits(2)) return [{ op: 'resize', ...to, filter: 'catrom' }]
  const scale = fits(4) && (factor > 2 || type === 'text_x4') ? 4 : 2
  const model = scale === 4 && type === 'text_x4' ? 'text-x4' : (`span-x${scale}` as const)
  const upscaled = { width: from.width * scale, height: from.height * scale }
  const upscale: Step = { op: 'upscale', model, scale }
  if (isSameSize(upscaled, to)) return [upscale]
  return [
    upscale,
    { op: 'resize', ...to, filter: upscaled.width > to.width ? 'lanczos3' : 'catrom' },
  ]
}

const isSameSize = (a: Size, b: Size) => a.width === b.width && a.height === b.height
