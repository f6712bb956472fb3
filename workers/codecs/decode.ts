import type { SourceFacts } from '../../src/plan/plan.ts'
import type { Source } from '../../src/sources/source.ts'
import type { Picture } from '../picture.ts'
import { type Header, withoutOrientation } from './containers/header.ts'
import { inspect, unidentified } from './inspect.ts'
import { orient, swapsSides } from './orient.ts'
import { straightDecoders } from './straight.ts'

/** Rows that are read back from a canvas at once: bounds the memory beside the picture itself. */
const BAND = 256
/** Columns likewise: a canvas of more than 65,535 stays empty without a word. */
const COLUMNS = 16_384

/** The size (upright) and format of a source, without decoding it. `path` is the field that errors name. */
export async function facts(source: Source, path = 'url'): Promise<SourceFacts> {
  if (!(source instanceof Blob)) {
    return { format: 'pixels', width: source.width, height: source.height }
  }
  const { format, width, height, orientation, notRgb } = await inspect(source, path)
  const size = swapsSides(orientation.value) ? { width: height, height: width } : { width, height }
  return { format, ...size, ...(notRgb && { converted: true }) }
}

/** Decodes a source into an upright Picture. `path` is the field that errors name. */
export async function decode(source: Source, path = 'url'): Promise<Picture> {
  if (source instanceof ImageData) return fromImageData(source)
  if (source instanceof ImageBitmap) return { ...readBitmap(source), alpha: true }
  const header = await inspect(source, path)
  const picture = await decodeFile(source, header).catch((error) => {
    if (error instanceof RangeError) throw error
    throw unidentified(`a ${header.format} file that cannot be decoded`, path)
  })
  const { profile, dpi, exif, notRgb } = header
  return {
    ...picture,
    ...(profile && !notRgb && { profile }),
    ...(dpi && { dpi }),
    ...(exif && { exif }),
  }
}

/** The browser's own decoder, but for alpha: a 2D canvas would lose colours under low alpha. */
async function decodeFile(file: Blob, header: Header): Promise<Picture> {
  const { format, alpha, orientation, notRgb } = header
  const straight = alpha && !notRgb && straightDecoders[format]
  if (straight) {
    const { data, width, height } = await straight(file)
    const pixels = data as Uint8ClampedArray<ArrayBuffer>
    return orient({ width, height, pixels, alpha }, orientation.value)
  }
  const bitmap = await createImageBitmap(withoutOrientation(file, orientation), {
    premultiplyAlpha: 'none',
    colorSpaceConversion: notRgb ? 'default' : 'none',
  })
  const picture = { ...readBitmap(bitmap), alpha }
  return orientation.at === undefined ? picture : orient(picture, orientation.value)
}

/** The pixels of a bitmap, read part by part through a small canvas; closes the bitmap. */
function readBitmap(bitmap: ImageBitmap): Omit<Picture, 'alpha'> {
  const { width, height } = bitmap
  const canvas = new OffscreenCanvas(Math.min(COLUMNS, width), Math.min(BAND, height))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no 2D canvas')
  context.globalCompositeOperation = 'copy'
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += BAND) {
    const rows = Math.min(BAND, height - y)
    for (let x = 0; x < width; x += COLUMNS) {
      const columns = Math.min(COLUMNS, width - x)
      context.drawImage(bitmap, x, y, columns, rows, 0, 0, columns, rows)
      const { data } = context.getImageData(0, 0, columns, rows)
      for (let row = 0; row < rows; row++) {
        const from = row * columns * 4
        pixels.set(data.subarray(from, from + columns * 4), ((y + row) * width + x) * 4)
      }
    }
  }
  bitmap.close()
  return { width, height, pixels }
}

async function fromImageData(image: ImageData): Promise<Picture> {
  const { data, width, height } = image
  if (data instanceof Uint8ClampedArray && image.colorSpace === 'srgb') {
    return { width, height, pixels: data as Uint8ClampedArray<ArrayBuffer>, alpha: true }
  }
  return { ...readBitmap(await createImageBitmap(image)), alpha: true }
}
