import type { Size } from '../../src/plan/size.ts'

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
})

/** The way that takes the most in all, where an image goes one of several. */
export const mostOf = (...ways: Memory[]): Memory =>
  ways.reduce((most, way) => (totalOf(way) > totalOf(most) ? way : most), { arrays: 0 })

const totalOf = ({ arrays, resizeHeap = 0, onnxHeap = 0 }: Memory) => arrays + resizeHeap + onnxHeap

/** The memory of a stage during which `bytes` more are held. */
export const beside = (bytes: number, memory: Memory): Memory => ({
  ...memory,
  arrays: memory.arrays + bytes,
})

/** What resizing at once may take of the heap, in bytes: it never shrinks, so that later steps hold it too. */
const maxResizeHeap = ({ alpha }: ImageShape): number => (alpha ? 48e6 : 16e6)

/** Whether an image is resized at once, rather than in bands. */
export const isResizedAtOnce = (image: ImageShape, to: Size): boolean =>
  resizeHeap(image, to) <= maxResizeHeap(image)

/** What scaling a band takes of the heap, in bytes. */
export const bandHeapOf = ({ alpha }: Pick<ImageShape, 'alpha'>): number => (alpha ? 8e6 : 2e6)

/**
 * The heap that resizing an image at once takes. For images without alpha, the kernel copies the image in; its weights and its
 * row of sums are below 116 bytes a pixel of a side. For others, the library also has float32 of the premultiplied input and
 * output, and between them 4 for each pixel of the scaled rows.
 */
export function resizeHeap(image: ImageShape, to: Size): number {
  const longest = Math.max(image.width, image.height, to.width, to.height)
  if (!image.alpha) return rgbaBytes(image) + 116 * longest
  return 5 * (rgbaBytes(image) + rgbaBytes(to)) + 16 * to.width * image.height
}

/** Memory of `resample`. `release`: as given to it. */
export function resampleMemory(image: ImageShape, to: Size, release = false): Memory {
  const [before, after] = [rgbaBytes(image), rgbaBytes(to)]
  if (isResizedAtOnce(image, to)) {
    return { arrays: before + after, resizeHeap: resizeHeap(image, to) }
  }
  const between = rgbaBytes({ width: to.width, height: image.height })
  const others = release ? Math.max(before, after) : before + after
  return { arrays: between + others, resizeHeap: bandHeapOf(image) }
}
