import { dataView } from '../../shared/bytes.ts'
import { pngSize } from '../../shared/png.ts'
import { bmpFile, dibSize } from '../bitmap/dib.ts'
import { readJpeg } from '../jpeg/segments.ts'
import { type Bitmap, type Box, COPY, type Dib, type Matrix } from './commands.ts'
import { compose } from './mapping.ts'
import type { Context } from './paint.ts'

const JPEG = 4
const PNG = 5

/** Pixels of a bitmap. A drawing is no larger on a screen, and its own size says nothing of them. */
const MAX_PIXELS = 32e6

/** The canvas operation closest to a ternary raster operation (MS-WMF 2.1.1.31): SRCPAINT, SRCAND, SRCINVERT. */
const MIXES: Record<number, GlobalCompositeOperation> = {
  15597702: 'lighten',
  8913094: 'darken',
  6684742: 'difference',
}

/** Decodes a bitmap with the browser: as a BMP file, or as the JPEG or PNG file that it contains. */
export async function decodeDib(dib: Dib, alpha = false): Promise<ImageBitmap> {
  const { header } = dib
  const compression = header.length >= 20 ? dataView(header).getUint32(16, true) : 0
  const whole = compression === JPEG || compression === PNG
  const [width, height] = storedSize(dib, compression)
  if (!(Math.abs(width * height) <= MAX_PIXELS))
    throw new Error(`a bitmap of ${width} x ${height} in a drawing`)
  const file = new Blob([whole ? new Uint8Array(dib.bits) : bmpFile(dib, alpha)])
  return createImageBitmap(file, { colorSpaceConversion: 'none' })
}

/** The size that the browser will decode, which in a JPEG or PNG file is not that of the header. */
function storedSize(dib: Dib, compression: number): [width: number, height: number] {
  if (compression !== JPEG && compression !== PNG) return dibSize(dib)
  const { width, height } = compression === JPEG ? readJpeg(dib.bits) : pngSize(dib.bits)
  return [width, height]
}

/** Draws a part of a bitmap onto its box. `matrix` maps logical units to pixels. */
export async function drawBitmap(context: Context, bitmap: Bitmap, matrix: Matrix): Promise<void> {
  const { dib, box, from, raster, blend } = bitmap
  const image = await decodeDib(dib, blend?.alpha)
  const [left, top, right, bottom] = box
  const [x, y, width, height] = sizeOf(from)
  context.save()
  context.globalCompositeOperation =
    raster === COPY ? 'source-over' : (MIXES[raster] ?? 'source-over')
  context.globalAlpha = blend?.opacity ?? 1
  context.setTransform(...compose([right - left, 0, 0, bottom - top, left, top], matrix))
  // The axes of a mirrored part are reversed.
  context.transform(from[2] < from[0] ? -1 : 1, 0, 0, from[3] < from[1] ? -1 : 1, 0, 0)
  const [u, v] = [from[2] < from[0] ? -1 : 0, from[3] < from[1] ? -1 : 0]
  context.drawImage(image, x, y, width, height, u, v, 1, 1)
  context.restore()
  image.close()
}

const sizeOf = ([left, top, right, bottom]: Box) =>
  [
    Math.min(left, right),
    Math.min(top, bottom),
    Math.abs(right - left),
    Math.abs(bottom - top),
  ] as const
