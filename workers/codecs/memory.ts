import type { ImageInfo } from '../../src/contract/plan/plan.ts'
import type { Output } from '../../src/contract/plan/steps.ts'
import { type ImageShape, type Memory, rgbaBytes } from '../image/memory.ts'

/** Rows that are copied through a canvas at once. */
const BAND = 256

/** The pixels, the encoder's copy of them in its heap, and the planes and references that it makes of that. */
const AVIF_COPIES = 6

/** Bytes that decoding holds: the file, the browser's own two copies of its pixels, ours, and bands of a canvas. */
export function decodeBytes(image: ImageShape, format: ImageInfo['format'], file: number): number {
  const copies = format === 'pixels' ? 2 : 3
  return file + copies * rgbaBytes(image) + 8 * image.width * BAND
}

/**
 * What encoding holds. A canvas takes the pixels over, and its encoder copies it; for transparency, the heap of a codec
 * holds a copy and what it makes of that.
 */
export function encodeMemory(image: ImageShape, { format }: Pick<Output, 'format'>): Memory {
  if (format === 'avif') return { arrays: AVIF_COPIES * rgbaBytes(image) }
  const byCanvas = format === 'jpeg' || !image.alpha
  return { arrays: (byCanvas ? 2.5 : 3.5) * rgbaBytes(image) }
}
