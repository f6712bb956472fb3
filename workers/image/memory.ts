import type { Size } from '../../src/contract/plan/size.ts'

/** What is known of an image before it is decoded. */
export interface ImageShape extends Size {
  /** Whether alpha may be below 255 somewhere. */
  alpha: boolean
}

/** Bytes that work on an image holds at its peak, the image that came in and the result included. */
export interface Memory {
  /** Pixels, planes and tensors of JavaScript: free again afterwards. */
  arrays: number
  /** Heaps of WebAssembly modules: they grow and never shrink, so that later steps hold them too. */
  resizeHeap?: number
  onnxHeap?: number
}

/** Bytes of an RGBA image. */
export const rgbaBytes = ({ width, height }: Size): number => 4 * width * height

/** Bytes of so many planes of float32. */
export const planeBytes = ({ width, height }: Size, count: number): number =>
  4 * width * height * count

/** Bytes of the copy whose transparent pixels have colors (alpha-bleed.ts): the image and its pyramid. */
export const alphaBleedBytes = (image: ImageShape): number =>
  image.alpha ? (rgbaBytes(image) * 4) / 3 : 0

/** The peak of stages of which one follows the other. */
export const peakOf = (...stages: Memory[]): Memory => ({
  arrays: Math.max(...stages.map(({ arrays }) => arrays)),
  resizeHeap: Math.max(...stages.map(({ resizeHeap = 0 }) => resizeHeap)),
  onnxHeap: Math.max(...stages.map(({ onnxHeap = 0 }) => onnxHeap)),
})

/** A stage beside which so many bytes are held. */
export const beside = (bytes: number, memory: Memory): Memory => ({
  ...memory,
  arrays: memory.arrays + bytes,
})

/**
 * What `resample` holds. Its module copies the image in, scales its rows to 4 float32 a pixel, and scales the columns
 * of those; colors that are weighted by alpha are float32 before and after too.
 */
export function resampleMemory(image: ImageShape, to: Size): Memory {
  const both = rgbaBytes(image) + rgbaBytes(to)
  const scaledRows = 16 * to.width * image.height
  return { arrays: both, resizeHeap: (image.alpha ? 5 : 1) * both + scaledRows }
}
