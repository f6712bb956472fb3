import type { CropOptions } from 'smartcrop'
import type { Box, Size } from '../../../src/plan/size.ts'
import type { RasterImage } from '../../image/image.ts'
import { once } from '../../image/load-wasm.ts'

const loadSmartcrop = once(async () => (await import('smartcrop')).default)

/** Distance in pixels between the windows that are compared. */
const STEP = 4

interface Options extends CropOptions {
  prescale: boolean
  step: number
  imageOperations: {
    open(image: RasterImage): Promise<RasterImage>
    getData(image: RasterImage): Promise<{ width: number; height: number; data: Uint8ClampedArray }>
  }
}

/** smartcrop reads canvases of a document by default; a worker has no document. */
const imageOperations: Options['imageOperations'] = {
  open: async (image) => image,
  getData: async ({ width, height, pixels }) => ({ width, height, data: pixels }),
}

/** The most interesting window of an aspect ratio (smartcrop), as large as the image allows. Its sides may be fractions of pixels. */
export async function cropWindow(image: RasterImage, ratio: Size): Promise<Box> {
  const scale = Math.min(image.width / ratio.width, image.height / ratio.height)
  const [width, height] = [ratio.width * scale, ratio.height * scale]
  // Too narrow for smartcrop to compare, or the window is the whole image.
  if (Math.min(width, height) < STEP || (width === image.width && height === image.height)) {
    const [x, y] = [(image.width - width) / 2, (image.height - height) / 2]
    return { x, y, width, height }
  }
  const options: Options = { width, height, prescale: false, step: STEP, imageOperations }
  const smartcrop = await loadSmartcrop()
  const { topCrop } = await smartcrop.crop(image as unknown as CanvasImageSource, options)
  return { x: topCrop.x, y: topCrop.y, width, height }
}
