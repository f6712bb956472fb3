import type { Rgb } from '../../src/plan/steps.ts'
import type { UpscaleEvidence } from '../../src/shared/worker/details.ts'
import type { Plane } from './plane.ts'

/**
 * A decoded image. `pixels` are RGBA, 8 bit, straight (not premultiplied) alpha, rows from the top,
 * with the values of the file: a color profile is carried along, never applied.
 */
export interface RasterImage {
  width: number
  height: number
  pixels: Uint8ClampedArray<ArrayBuffer>
  /** Whether alpha may be below 255 somewhere. */
  alpha: boolean
  /** ICC profile of the file, byte for byte. */
  profile?: Uint8Array<ArrayBuffer>
  /** Pixels per inch, where the file says so. */
  dpi?: number
  /** EXIF of the file: a TIFF block, byte for byte. */
  exif?: Uint8Array<ArrayBuffer>
  /** Quality of the JPEG that the pixels come from, 1 to 100, unless its artifacts were removed. */
  jpegQuality?: number
  /** What the image suffers from, if a step before has seen it better than it can be seen now. */
  damage?: 'compressed' | 'noisy'
  /** Set if a step before has left compression to the enlargement, and blur: what it measured, and what sharpening adds, 0 if there is no blur. */
  left?: { damage: 'compressed'; evidence: UpscaleEvidence; sharpened: number }
  /** Set by a network that restores as it enlarges: it leaves nothing of an earlier enlargement. */
  redrawn?: true
  /** Of the background that was removed. */
  backgroundColor?: Rgb
  /** What stays of it when its background is removed, of at most 2048 pixels a side. Never changed in place. */
  mask?: Plane
}

export function hasTransparency({ alpha, pixels }: RasterImage): boolean {
  if (!alpha) return false
  for (let i = 3; i < pixels.length; i += 4) if (pixels[i] !== 255) return true
  return false
}

/** Whether every pixel is fully transparent. */
export function isInvisible({ alpha, pixels }: RasterImage): boolean {
  if (!alpha) return false
  for (let i = 3; i < pixels.length; i += 4) if (pixels[i] !== 0) return false
  return true
}

/** Copies the alpha channel from RGBA pixels to others, in place. */
export function copyAlpha(from: Uint8ClampedArray, to: Uint8ClampedArray): void {
  for (let i = 3; i < to.length; i += 4) to[i] = from[i] as number
}

/** The pixels as ImageData, sharing their memory. */
export const toImageData = ({ pixels, width, height }: RasterImage) =>
  new ImageData(pixels, width, height)

/** Pixels that the step cache holds too: nothing may change or release them. */
const shared = new WeakSet<ArrayBuffer>()

/** Marks pixels that the step cache holds too. */
export const markShared = ({ pixels }: RasterImage): void => void shared.add(pixels.buffer)

/** The image, or a copy if its pixels are shared: to be changed in place. */
export const copyIfShared = (image: RasterImage): RasterImage =>
  shared.has(image.pixels.buffer) ? { ...image, pixels: image.pixels.slice() } : image

/**
 * Frees an image's pixels at once, unless they are shared. The garbage collector would still hold them while the next
 * image is processed.
 */
export function releaseMemory({ pixels: { buffer } }: RasterImage): void {
  if (!shared.has(buffer) && !buffer.detached) buffer.transfer?.(0)
}
