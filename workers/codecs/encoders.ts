import type { OutputFormat } from '../../src/contract/request/normalize.ts'
import { flattenOnto } from '../image/flatten.ts'
import { type RasterImage, releaseMemory, toImageData } from '../image/image.ts'
import { jsquash } from './jsquash.ts'

/** Holds the pixels of one image, to be encoded any number of times. */
export interface Encoder {
  /** `quality`: 0 to 100, for jpeg and webp. */
  encode(quality: number): Promise<Blob>
  close(): void
}

/** Rows put into the canvas at once. */
const BAND = 256
const WHITE = [255, 255, 255] as const

/** An encoder that takes over the image's memory. docs/encoders.md has the reasons for which is taken when. */
export async function openEncoder(
  image: RasterImage,
  format: OutputFormat,
  transparent: boolean,
): Promise<Encoder> {
  const byCanvas = format === 'jpeg' || (!transparent && (await canvasWrites(format)))
  return byCanvas ? canvasEncoder(image, format) : codecEncoder(image, format)
}

/** A browser that cannot write a type answers with png. */
async function canvasWrites(format: OutputFormat): Promise<boolean> {
  const type = `image/${format}`
  const canvas = new OffscreenCanvas(1, 1)
  canvas.getContext('2d')
  return (await canvas.convertToBlob({ type })).type === type
}

/** For transparency: a 2D canvas would premultiply and lose colors under low alpha. */
function codecEncoder(image: RasterImage, format: OutputFormat): Encoder {
  return {
    async encode(quality) {
      const data = toImageData(image)
      const bytes =
        format === 'webp'
          ? await (await jsquash.webpEncode())(data, webpOptions(quality))
          : await (await jsquash.pngEncode())(data)
      return new Blob([bytes], { type: `image/${format}` })
    },
    close: () => releaseMemory(image),
  }
}

const webpOptions = (quality: number) => (quality === 100 ? { lossless: 1, exact: 1 } : { quality })

/**
 * The image goes into the canvas before the browser makes its own copy of that: two copies, never three.
 * Through a scratch band, as ImageData on the pixels themselves would keep their memory alive.
 */
function canvasEncoder(image: RasterImage, format: OutputFormat): Encoder {
  const { width, height, alpha } = image
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false })
  if (!context) throw new Error(`no canvas of ${width} x ${height}`)
  const scratch = new ImageData(width, Math.min(BAND, height))
  for (let y = 0; y < height; y += BAND) {
    const rows = Math.min(BAND, height - y)
    scratch.data.set(image.pixels.subarray(y * width * 4, (y + rows) * width * 4))
    if (alpha) flattenOnto(scratch.data, WHITE)
    context.putImageData(scratch, 0, y, 0, 0, width, rows)
  }
  releaseMemory(image)
  return {
    encode: (quality) => canvas.convertToBlob({ type: `image/${format}`, quality: quality / 100 }),
    close: () => {
      canvas.width = 0
    },
  }
}
