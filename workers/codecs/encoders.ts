import type { OutputFormat } from '../../src/request/normalize.ts'
import { flattenOnto } from '../image/flatten.ts'
import { type RasterImage, releaseMemory, toImageData } from '../image/image.ts'
import { jxlEncoder } from './formats/jxl/encode.ts'
import type { Encoder } from './shared/codec.ts'
import type { ImageMetadata } from './shared/header.ts'
import { jsquash } from './shared/jsquash.ts'

/** The longest side of a canvas, in pixels: a longer one stays empty without an error. */
const CANVAS_SIDE = 65_535
/** Rows written into the canvas at once. */
const BAND = 256
const AVIF_SPEED = 8
/** YUV 4:4:4. */
const FULL_CHROMA = 3
const WHITE = [255, 255, 255] as const

/**
 * Opens the encoder for an image: the browser's, or a WebAssembly codec for transparency and for formats that the browser
 * cannot write. It takes ownership of the pixels. docs/encoders.md has the measurements behind the choice.
 */
export async function openEncoder(
  image: RasterImage,
  format: OutputFormat,
  transparent: boolean,
  metadata: ImageMetadata = {},
): Promise<Encoder> {
  if (format === 'jxl') return jxlEncoder(image, metadata)
  const fitsCanvas = Math.max(image.width, image.height) <= CANVAS_SIDE
  const useCanvas =
    fitsCanvas && (format === 'jpeg' || (!transparent && (await canvasCanEncode(format))))
  return useCanvas ? canvasEncoder(image, format) : codecEncoder(image, format)
}

const encodable = new Map<OutputFormat, boolean>()

/** Whether the browser encodes a format. Asked once. */
async function canvasCanEncode(format: OutputFormat): Promise<boolean> {
  const answer = encodable.get(format) ?? (await tryCanvas(format))
  encodable.set(format, answer)
  return answer
}

/** For a format that it cannot write, `convertToBlob` returns a png. */
async function tryCanvas(format: OutputFormat): Promise<boolean> {
  const type = `image/${format}`
  const canvas = new OffscreenCanvas(1, 1)
  canvas.getContext('2d')
  return (await canvas.convertToBlob({ type })).type === type
}

/** Keeps straight alpha: a 2D canvas would premultiply and lose colors under low alpha. */
function codecEncoder(image: RasterImage, format: OutputFormat): Encoder {
  return {
    async encode(quality) {
      const bytes = await encodeBytes(toImageData(image), format, quality)
      return new Blob([bytes], { type: `image/${format}` })
    },
    close: () => releaseMemory(image),
  }
}

async function encodeBytes(data: ImageData, format: OutputFormat, quality: number) {
  if (format === 'avif') return (await jsquash.avifEncode())(data, avifOptions(quality))
  if (format === 'webp') return (await jsquash.webpEncode())(data, webpOptions(quality))
  return (await jsquash.pngEncode())(data)
}

/** Above speed 6 files grow, below it time does. Alpha is exact, as in a WebP. */
const avifOptions = (quality: number) =>
  quality === 100
    ? { quality, lossless: true, subsample: FULL_CHROMA, speed: AVIF_SPEED }
    : { quality, qualityAlpha: 100, speed: AVIF_SPEED }

const webpOptions = (quality: number) => (quality === 100 ? { lossless: 1, exact: 1 } : { quality })

/**
 * Moves the image into a canvas at once and frees its pixels, so that the browser's copy during encoding is the second
 * and not the third. Rows go through a scratch buffer: ImageData on the pixels themselves would keep them alive.
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
