import resizeWasm from '@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm?url'
import type { Size } from '../../src/contract/plan/size.ts'
import { type RasterImage, toImageData } from './image.ts'
import { compile, once } from './load-wasm.ts'

/** `catrom`: Catmull-Rom, a bicubic filter. */
type Filter = 'catrom' | 'lanczos3' | 'triangle'

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
export async function resample(
  image: RasterImage,
  { width, height, filter }: Size & { filter: Filter },
): Promise<RasterImage> {
  const scale = await loadResize()
  const { data } = await scale(toImageData(image), {
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
