import type { Size } from '../../src/contract/plan/size.ts'

/** The properties of an image that are known before it is decoded. */
export interface ImageShape extends Size {
  /** Whether alpha may be below 255 somewhere. */
  alpha: boolean
}

/** Peak memory of an operation in bytes, including its input and its result. */
export interface Memory {
  /** Pixels, planes and tensors in JavaScript: freed afterwards. */
  arrays: number
  /** Heaps of WebAssembly modules: they grow and never shrink, so later steps hold them too. */
  resizeHeap?: number
  onnxHeap?: number
  /** The same with the smallest tiles, where it depends on them. */
  leastOnnxHeap?: number
}

/** Bytes of an RGBA image. */
export const rgbaBytes = ({ width, height }: Size): number => 4 * width * height

/** Bytes of `count` float32 planes. */
export const planeBytes = ({ width, height }: Size, count: number): number =>
  4 * width * height * count

/** Bytes of the copy that `alphaBleed` makes, and of its pyramid. */
export const alphaBleedBytes = (image: ImageShape): number =>
  image.alpha ? (rgbaBytes(image) * 4) / 3 : 0

/** The peak of stages that run one after the other. */
export const peakOf = (...stages: Memory[]): Memory => ({
  arrays: Math.max(...stages.map(({ arrays }) => arrays)),
  resizeHeap: Math.max(...stages.map(({ resizeHeap = 0 }) => resizeHeap)),
  onnxHeap: Math.max(...stages.map(({ onnxHeap = 0 }) => onnxHeap)),
  leastOnnxHeap: Math.max(...stages.map(leastOnnxHeapOf)),
})

/** The heap of onnxruntime with the smallest tiles. */
export const leastOnnxHeapOf = ({ onnxHeap = 0, leastOnnxHeap = onnxHeap }: Memory): number =>
  leastOnnxHeap

/** The memory of a stage during which `bytes` more are held. */
export const beside = (bytes: number, memory: Memory): Memory => ({
  ...memory,
  arrays: memory.arrays + bytes,
})

/** Images that would take a larger heap are resized in bands: a heap never shrinks, so later steps hold it too. In bytes. */
export const MAX_RESIZE_HEAP = 48e6

/** What a band takes of it. */
export const BAND_HEAP = 8e6

/**
 * The heap that resizing an image at once takes. The library copies the image in, scales the rows into 4 float32 per pixel,
 * then scales the columns of those. For images with alpha, the premultiplied input and output are float32 too. The kernel for
 * those without takes less, unless they are very narrow: its weights and its row of sums are below 116 bytes a pixel of a side.
 */
export function resizeHeap(image: ImageShape, to: Size): number {
  const both = rgbaBytes(image) + rgbaBytes(to)
  const longest = Math.max(image.width, image.height, to.width, to.height)
  return (image.alpha ? 5 : 1) * both + Math.max(16 * to.width * image.height, 116 * longest)
}

/** Memory of `resample`. `release`: as given to it. */
export function resampleMemory(image: ImageShape, to: Size, release = false): Memory {
  const [before, after] = [rgbaBytes(image), rgbaBytes(to)]
  const heap = resizeHeap(image, to)
  if (heap <= MAX_RESIZE_HEAP) return { arrays: before + after, resizeHeap: heap }
  const between = rgbaBytes({ width: to.width, height: image.height })
  const others = release ? Math.max(before, after) : before + after
  return { arrays: between + others, resizeHeap: BAND_HEAP }
}
