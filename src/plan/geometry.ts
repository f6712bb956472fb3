import { paddedCanvas } from './padding.ts'
import type { Box, Size, TargetSize } from './size.ts'

export const atLeastOne = (pixels: number) => Math.max(1, Math.round(pixels))

/** The size to which the image is scaled, the visible part of it, and the position of that part on the canvas. In pixels. */
export interface Layout {
  scaled: Size
  visible: Box
  canvas: Size
  x: number
  y: number
}

/**
 * Lays out an image of size `source`. `subject` is the content or item to crop to, in pixels of the source; without
 * it a crop is centred. All values are rounded once, at the end.
 * @throws DarkroomError BAD_REQUEST on `padding` where it leaves no room.
 */
export function layout(source: Size, target: TargetSize, subject?: Box): Layout {
  const item = target.fit === 'crop' && target.focus === 'item' ? subject : undefined
  const { inner, canvas: requested } = paddedCanvas(item ?? source, target)
  const fitFactor = scaleFactor(target, source, inner, subject)
  const canvas = hasFlexibleCanvas(target)
    ? add(atLeastOnePixel(scale(source, fitFactor)), subtract(requested, inner))
    : requested
  const measured = item ?? (target.minLengthOfItem ? subject : undefined)
  const limitFactor = lengthLimitFactor(
    target,
    canvas,
    measured ? scale(measured, fitFactor) : canvas,
  )
  const placement = {
    scaled: scale(source, fitFactor * limitFactor),
    canvas: scale(canvas, limitFactor),
    inner: scale(inner, limitFactor),
    center: centerOf(subject, source),
    isCrop: target.fit === 'crop',
    showsSurroundings: item !== undefined,
  }
  const x = layoutAxis(placement, 'width')
  const y = layoutAxis(placement, 'height')
  return {
    scaled: { width: x.scaled, height: y.scaled },
    visible: { x: x.from, y: y.from, width: x.visible, height: y.visible },
    canvas: { width: x.canvas, height: y.canvas },
    x: x.position,
    y: y.position,
  }
}

/** The factor that raises the shorter side of `measured` to minLength, and then lowers the canvas to maxLength. */
function lengthLimitFactor(
  { minLength, maxLength }: TargetSize,
  canvas: Size,
  measured: Size,
): number {
  const up = Math.max(1, (minLength ?? 0) / Math.min(measured.width, measured.height))
  const longest = Math.max(canvas.width, canvas.height) * up
  return up * Math.min(1, (maxLength ?? longest) / longest)
}

interface Placement {
  scaled: Size
  canvas: Size
  inner: Size
  /** The center of the subject, as shares of width and height. */
  center: Size
  isCrop: boolean
  /** Whether the padding shows the image around the subject; otherwise it is empty. */
  showsSurroundings: boolean
}

/** Lays out one axis, in whole pixels. */
function layoutAxis(placement: Placement, axis: 'width' | 'height') {
  const scaled = atLeastOne(placement.scaled[axis])
  const canvas = atLeastOne(placement.canvas[axis])
  const center = placement.scaled[axis] * placement.center[axis]
  if (placement.showsSurroundings) {
    const start = Math.round(center - canvas / 2)
    const from = clamp(start, 0, scaled - 1)
    const visible = clamp(start + canvas, from + 1, scaled) - from
    return { scaled, canvas, from, visible, position: clamp(from - start, 0, canvas - visible) }
  }
  const inner = placement.isCrop ? atLeastOne(placement.inner[axis]) : scaled
  const visible = Math.min(scaled, canvas, inner)
  const from = clamp(Math.round(center - visible / 2), 0, scaled - visible)
  return { scaled, canvas, from, visible, position: Math.floor((canvas - visible) / 2) }
}

const centerOf = (subject: Box | undefined, source: Size): Size =>
  subject
    ? {
        width: (subject.x + subject.width / 2) / source.width,
        height: (subject.y + subject.height / 2) / source.height,
      }
    : { width: 0.5, height: 0.5 }

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

const scale = ({ width, height }: Size, factor: number): Size => ({
  width: width * factor,
  height: height * factor,
})

const atLeastOnePixel = ({ width, height }: Size): Size => ({
  width: Math.max(1, width),
  height: Math.max(1, height),
})

const add = (a: Size, b: Size): Size => ({ width: a.width + b.width, height: a.height + b.height })
const subtract = (a: Size, b: Size): Size => add(a, scale(b, -1))

/** Whether the canvas takes the size of the image and its padding, instead of the requested size. */
const hasFlexibleCanvas = ({ fit }: TargetSize): boolean => fit === 'bounds' || fit === 'cover'

/** The factor that scales an image to fit into `inner`. `subject` is the content or item of a crop. */
function scaleFactor({ fit, focus }: TargetSize, source: Size, inner: Size, subject?: Box): number {
  const contain = Math.min(...ratios(source, inner))
  const cover = Math.max(...ratios(source, inner))
  if (fit === 'canvas' || fit === 'bounds') return contain
  if (fit === 'cover' || !subject || focus === 'center') return cover
  const containSubject = Math.min(...ratios(subject, inner))
  // Content is shown in full if possible, without scaling the image down more than needed.
  return focus === 'item' ? containSubject : Math.max(contain, Math.min(cover, containSubject))
}

const ratios = (from: Size, to: Size) => [to.width / from.width, to.height / from.height]
