import type { Length } from '../request/schema.ts'

export interface Size {
  width: number
  height: number
}

/** A picture's size and where it stands on its canvas, in pixels. */
export interface Placement {
  content: Size
  canvas: Size
  x: number
  y: number
}

const atLeastOne = (pixels: number) => Math.max(1, Math.round(pixels))

const inPixels = (length: Length, of: number) =>
  atLeastOne(length.unit === '%' ? (length.value / 100) * of : length.value)

/**
 * The size of the result for `width` and `height`. One of them given: the other keeps the ratio, rounded
 * to nearest. Both given: the picture is scaled to fit and centred on a canvas of exactly that size.
 */
export function place(source: Size, width?: Length, height?: Length): Placement {
  const w = width && inPixels(width, source.width)
  const h = height && inPixels(height, source.height)
  if (w === undefined || h === undefined) return alone(keepRatio(source, w, h))
  const factor = Math.min(w / source.width, h / source.height)
  const content = {
    width: Math.min(w, atLeastOne(source.width * factor)),
    height: Math.min(h, atLeastOne(source.height * factor)),
  }
  return {
    content,
    canvas: { width: w, height: h },
    x: Math.floor((w - content.width) / 2),
    y: Math.floor((h - content.height) / 2),
  }
}

function keepRatio(source: Size, width?: number, height?: number): Size {
  if (width !== undefined) {
    return { width, height: atLeastOne((source.height * width) / source.width) }
  }
  if (height !== undefined) {
    return { width: atLeastOne((source.width * height) / source.height), height }
  }
  return source
}

const alone = (size: Size): Placement => ({ content: size, canvas: size, x: 0, y: 0 })

/** A rectangle, in pixels. */
export interface Box extends Size {
  x: number
  y: number
}

/** How a picture is brought to its final size and place. Lengths in pixels; `padding` of each axis. */
export interface Frame {
  width?: number
  height?: number
}
