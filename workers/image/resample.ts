import resizeWasm from '@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm?url'
import type { Size } from '../../src/contract/plan/size.ts'
import { cropImage } from './crop.ts'
import { type RasterImage, toImageData } from './image.ts'
import { compile, once } from './load-wasm.ts'
import { MAX_RESIZE_HEAP, resizeHeap } from './memory.ts'
import { paste } from './paste.ts'

/** `catrom`: Catmull-Rom, a bicubic filter. */
type Filter = 'catrom' | 'lanczos3' | 'triangle'
type Target = Size & { filter: Filter }

const loadResize = once(async () => {
  const module = await import('@jsquash/resize')
  await module.initResize(await compile(resizeWasm))
  return module.default
})

/**
 * Resizes an image on gamma-encoded values. Colors are weighted by alpha, so that transparent pixels do not bleed into
 * visible ones.
 * @throws RangeError if memory runs out.
 */
export function resample(image: RasterImage, to: Target): Promise<RasterImage> {
  return resizeHeap(image, to) > MAX_RESIZE_HEAP ? resampleInBands(image, to) : scale(image, to)
}

async function scale(image: RasterImage, { width, height, filter }: Target): Promise<RasterImage> {
  const resize = await loadResize()
  const { data } = await resize(toImageData(image), {
    width,
    height,
    method: filter,
    fitMethod: 'stretch',
    premultiply: image.alpha,
    linearRGB: false,
  }).catch((error) => {
    // The module only traps when it runs out of memory.
    if (!(error instanceof WebAssembly.RuntimeError)) throw error
    throw new RangeError(`No memory to scale an image to ${width} x ${height}`)
  })
  return { ...image, width, height, pixels: data as Uint8ClampedArray<ArrayBuffer> }
}

/**
 * Resizes one axis after the other: along one axis, bands across it do not depend on each other.
 * @param bandHeap what one band takes of the module's heap, in bytes.
 */
export async function resampleInBands(
  image: RasterImage,
  to: Target,
  bandHeap = MAX_RESIZE_HEAP,
): Promise<RasterImage> {
  const across = { ...to, height: image.height }
  return scaleBands(await scaleBands(image, across, 'height', bandHeap), to, 'width', bandHeap)
}

/** Resizes the one axis in bands of the other, whose length stays. */
async function scaleBands(
  image: RasterImage,
  to: Target,
  other: 'width' | 'height',
  bandHeap: number,
): Promise<RasterImage> {
  if (image.width === to.width && image.height === to.height) return image
  const { width, height } = to
  const all = image[other]
  const length = Math.max(1, Math.floor((bandHeap * all) / resizeHeap(image, to)))
  const out = { ...image, width, height, pixels: new Uint8ClampedArray(width * height * 4) }
  for (let start = 0; start < all; start += length) {
    const band = { [other]: Math.min(length, all - start) }
    const [x, y] = other === 'width' ? [start, 0] : [0, start]
    const part = cropImage(image, { width: image.width, height: image.height, ...band, x, y })
    paste(await scale(part, { ...to, ...band }), out, x, y)
  }
  return out
}
