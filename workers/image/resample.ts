import resizeWasm from '@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm?url'
import { isSameSize, type Size } from '../../src/plan/size.ts'
import { cropImage } from './crop.ts'
import type { Filter } from './filter-weights.ts'
import { type RasterImage, releaseMemory } from './image.ts'
import { loadResizeOpaque } from './kernel/resize-opaque.ts'
import { compile, once } from './load-wasm.ts'
import { bandHeapOf, isResizedAtOnce, resizeHeap } from './memory.ts'
import { paste } from './paste.ts'

type Target = Size & { filter: Filter }

/** The module's numbers of its filters. */
const filters = { triangle: 0, catrom: 1, lanczos3: 3 } satisfies Record<Filter, number>

/** The bare module: ImageData, which the package's own function returns, would keep released pixels alive. */
const loadResize = once(async () => {
  const module = await import('@jsquash/resize/lib/resize/pkg/squoosh_resize.js')
  const heap = await module.default(await compile(resizeWasm))
  return { resize: module.resize, resizeOpaque: loadResizeOpaque(heap) }
})

/**
 * Resizes an image on gamma-encoded values. Colors are weighted by alpha, so that transparent pixels do not bleed into
 * visible ones. With `release`, the image's memory is given back as soon as it can be.
 * @throws RangeError if memory runs out.
 */
export function resample(
  image: RasterImage,
  to: Target,
  { release = false } = {},
): Promise<RasterImage> {
  return isResizedAtOnce(image, to) ? scale(image, to) : resampleInBands(image, to, { release })
}

/** The image itself if it has a size, else the image scaled to it. */
export function scaleTo(
  image: RasterImage,
  { width, height }: Size,
): Promise<RasterImage> | RasterImage {
  if (image.width === width && image.height === height) return image
  return resample(image, { width, height, filter: width < image.width ? 'lanczos3' : 'catrom' })
}

async function scale(image: RasterImage, to: Target): Promise<RasterImage> {
  const { resizeOpaque, resize } = await loadResize()
  const { width, height } = to
  try {
    const pixels =
      !image.alpha && resizeOpaque ? resizeOpaque(image, to) : resizeByLibrary(resize, image, to)
    return { ...image, width, height, pixels }
  } catch (error) {
    // The module only traps when it runs out of memory.
    if (!(error instanceof WebAssembly.RuntimeError)) throw error
    throw new RangeError(`No memory to scale an image to ${width} x ${height}`)
  }
}

type Resize = typeof import('@jsquash/resize/lib/resize/pkg/squoosh_resize.js').resize

/** With alpha, or without SIMD. */
function resizeByLibrary(
  resize: Resize,
  { width, height, pixels, alpha }: RasterImage,
  to: Target,
): Uint8ClampedArray<ArrayBuffer> {
  const from = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength)
  const target = [to.width, to.height, filters[to.filter], alpha, false] as const
  return resize(from, width, height, ...target) as Uint8ClampedArray<ArrayBuffer>
}

/**
 * Resizes one axis after the other: along one axis, bands across it do not depend on each other.
 * `bandHeap`: what one band takes of the module's heap, in bytes.
 */
export async function resampleInBands(
  image: RasterImage,
  to: Target,
  { bandHeap = bandHeapOf(image), release = false } = {},
): Promise<RasterImage> {
  const across = await scaleBands(image, { ...to, height: image.height }, 'height', bandHeap)
  if (release && across !== image) releaseMemory(image)
  const result = await scaleBands(across, to, 'width', bandHeap)
  if (across !== image && across !== result) releaseMemory(across)
  return result
}

/** Resizes the one axis in bands of the other, whose length stays. */
async function scaleBands(
  image: RasterImage,
  to: Target,
  other: 'width' | 'height',
  bandHeap: number,
): Promise<RasterImage> {
  if (isSameSize(image, to)) return image
  const { width, height } = to
  const all = image[other]
  const length = Math.max(1, Math.floor((bandHeap * all) / resizeHeap(image, to)))
  const out = { ...image, width, height, pixels: new Uint8ClampedArray(width * height * 4) }
  for (let start = 0; start < all; start += length) {
    const band = { [other]: Math.min(length, all - start) }
    const [x, y] = other === 'width' ? [start, 0] : [0, start]
    const part = cropImage(image, { width: image.width, height: image.height, ...band, x, y })
    const scaled = await scale(part, { ...to, ...band })
    paste(scaled, out, x, y)
    // The collector would let the bands of several images pile up.
    for (const each of [part, scaled]) releaseMemory(each)
  }
  return out
}
