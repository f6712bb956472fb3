import type { ImageInfo } from '../../src/contract/plan/plan.ts'
import type { Output } from '../../src/contract/plan/steps.ts'
import { type ImageShape, type Memory, rgbaBytes } from '../image/memory.ts'

/** Rows that are copied through a canvas at once. */
const BAND = 256

/** What encoders hold, in copies of the pixels; these are one of them. */
const copies = {
  /** Of a canvas and of the encoder behind it: for all that is opaque, which shows at the end only. */
  canvas: 2.1,
  /** The heap of a codec holds a copy, and what it makes of that: for transparency. */
  codec: 3.5,
  /** The same with planes and references. */
  avif: 6,
  /** Those in the heap of ImageMagick twice, and the planes of 32 bits that libjxl makes of them. */
  jxl: 12,
}

/** Bytes that decoding holds: the file, the browser's own two copies of its pixels, ours, and bands of a canvas. */
export function decodeBytes(image: ImageShape, format: ImageInfo['format'], file: number): number {
  return file + (format === 'pixels' ? 2 : 3) * rgbaBytes(image) + 8 * image.width * BAND
}

/** What encoding holds. */
export function encodeMemory(image: ImageShape, { format }: Pick<Output, 'format'>): Memory {
  return { arrays: copiesFor(format, image) * rgbaBytes(image) }
}

function copiesFor(format: Output['format'], { alpha }: ImageShape): number {
  if (format === 'avif' || format === 'jxl') return copies[format]
  return alpha && format !== 'jpeg' ? copies.codec : copies.canvas
}
