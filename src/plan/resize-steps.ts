import { type Layout, layout } from './geometry.ts'
import { type Box, isSameSize, type Size } from './size.ts'
import type { ResizeOptions, Step, UpscaleMode } from './steps.ts'

/**
 * Smaller enlargements do not justify the network's time. Measured at 1.1 on six Kodak photographs by
 * models/build/check_span.py: 41.8 dB for x2 and Lanczos down, 36.5 dB for bicubic alone.
 */
const MIN_NETWORK_FACTOR = 1.1
/**
 * The zeros that the network pads with distort smaller images: plain colours of 1 x 1 pixels come back with an error of
 * 55, of 2 x 2 with 21, of 4 x 4 with the same error as in any larger image.
 */
const MIN_NETWORK_SIDE = 4
/** Pixels that a network may make: its result is held beside what is scaled from it. */
const MAX_NETWORK_PIXELS = 128e6
/** Pixels of the source around a region that are scaled with it, so that its edges match the whole: the network's receptive field. */
const CONTEXT_PIXELS = 16
/** At most so many pixels of the result, where one pixel of the source becomes hundreds. */
const MAX_CONTEXT_IN_RESULT = 256

/** Crop, upscale, resize, crop, canvas: the most that resizing takes, apart from the steps between them. */
export const MAX_RESIZE_STEPS = 5

/** The steps that bring an image to its target size: crop, scale, crop to the exact pixels, place on the canvas. */
export function resizeSteps(source: Size, options: ResizeOptions, subject?: Box): Step[] {
  return stepsForLayout(source, layout(source, options.target, subject), options)
}

function stepsForLayout(
  source: Size,
  { scaled, visible, canvas, x, y }: Layout,
  options: ResizeOptions,
): Step[] {
  const region = sourceRegion(source, scaled, visible)
  const scaledRegion = regionInScaled(region, source, scaled)
  const exact = { ...visible, x: visible.x - scaledRegion.x, y: visible.y - scaledRegion.y }
  return [
    ...cropSteps(region, source),
    ...scaleSteps(region, scaledRegion, options),
    ...options.between.map((step) => enlargedBy(step, scaledRegion.width / region.width)),
    ...cropSteps(exact, scaledRegion),
    ...(isSameSize(canvas, visible)
      ? []
      : [{ op: 'canvas' as const, ...canvas, x, y, fill: options.fill }]),
  ]
}

/** Tells a step by how much the image was enlarged, if it needs that. */
const enlargedBy = (step: Step, factor: number): Step =>
  step.op === 'face_enhance' ? { ...step, enlarged: Math.max(1, factor) } : step

/** The region of the source that shows in the result, with context: nothing else is scaled. */
function sourceRegion(source: Size, scaled: Size, visible: Box): Box {
  const x = sourceSpan(visible.x, visible.width, scaled.width / source.width, source.width)
  const y = sourceSpan(visible.y, visible.height, scaled.height / source.height, source.height)
  return { x: x.from, y: y.from, width: x.length, height: y.length }
}

function sourceSpan(from: number, length: number, factor: number, of: number) {
  const context = Math.max(
    1,
    Math.min(CONTEXT_PIXELS * Math.max(1, 1 / factor), MAX_CONTEXT_IN_RESULT / factor),
  )
  const start = Math.max(0, Math.floor(from / factor - context))
  const end = Math.min(of, Math.ceil((from + length) / factor + context))
  return { from: start, length: end - start }
}

/** The region's position once the whole is scaled. Edges are rounded, so that region and whole agree. */
function regionInScaled(region: Box, source: Size, scaled: Size): Box {
  const across = (x: number) => Math.round((x * scaled.width) / source.width)
  const down = (y: number) => Math.round((y * scaled.height) / source.height)
  const x = across(region.x)
  const y = down(region.y)
  const width = Math.max(1, across(region.x + region.width) - x)
  return { x, y, width, height: Math.max(1, down(region.y + region.height) - y) }
}

const cropSteps = (box: Box, of: Size): Step[] => {
  const { x, y, width, height } = box
  return isSameSize(box, of) ? [] : [{ op: 'crop', x, y, width, height }]
}

/** Up to 4 times by a network, then to the exact size by bicubic; down by Lanczos. The network for text only knows 4 times. */
export function scaleSteps(
  from: Size,
  { width, height }: Size,
  { upscale: mode, limits, between }: Pick<ResizeOptions, 'upscale' | 'limits' | 'between'>,
): Step[] {
  const to = { width, height }
  if (isSameSize(from, to)) return []
  const factor = Math.max(to.width / from.width, to.height / from.height)
  if (factor < 1) return [{ op: 'resize', ...to, filter: 'lanczos3' }]
  const pixels = Math.min(limits.outputPixels, MAX_NETWORK_PIXELS)
  const fits = (scale: number) => from.width * from.height * scale ** 2 <= pixels
  const usesNetwork =
    factor >= MIN_NETWORK_FACTOR && Math.min(from.width, from.height) >= MIN_NETWORK_SIDE
  if (!usesNetwork || !fits(2)) return [{ op: 'resize', ...to, filter: 'catrom' }]
  const scale = fits(4) && (factor > 2 || mode === 'text_x4') ? 4 : 2
  const upscaled = { width: from.width * scale, height: from.height * scale }
  const keepsFaces = between.some(({ op }) => op === 'face_enhance')
  const upscale = upscaleStep(scale, mode, keepsFaces)
  if (isSameSize(upscaled, to)) return [upscale]
  return [
    upscale,
    { op: 'resize', ...to, filter: upscaled.width > to.width ? 'lanczos3' : 'catrom' },
  ]
}

function upscaleStep(scale: 2 | 4, mode: UpscaleMode, keepsFaces: boolean): Step {
  if (mode === 'restore') return { op: 'upscale', model: 'restore-x4', scale }
  if (mode === 'text_x4' && scale === 4) return { op: 'upscale', model: 'text-x4', scale }
  const faithful = { op: 'upscale', model: `span-x${scale}`, scale } as const
  if (mode === 'faithful') return faithful
  return { ...faithful, ifDegraded: 'restore-x4', ...(keepsFaces && { keepFaces: true }) }
}
