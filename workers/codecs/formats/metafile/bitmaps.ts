import { dataView } from '../../binary/bytes.ts'
import { type Bitmap, type Box, COPY, type Dib, type Matrix } from './commands.ts'
import { bmpFile } from './dib.ts'
import { compose } from './mapping.ts'
import type { Context } from './paint.ts'

const JPEG = 4
const PNG = 5

/** How a ternary raster operation mixes a bitmap with what is there, as near as a canvas comes. */
const MIXES: Record<number, GlobalCompositeOperation> = {
  15597702: 'lighten',
  8913094: 'darken',
  6684742: 'difference',
}

/** The bitmap decoded by the browser: as a BMP file, or the JPEG or PNG that it holds. */
export function decodeDib(dib: Dib, alpha = false): Promise<ImageBitmap> {
  const { header } = dib
  const compression = header.length >= 20 ? dataView(header).getUint32(16, true) : 0
  const whole = compression === JPEG || compression === PNG
  const file = new Blob([whole ? new Uint8Array(dib.bits) : bmpFile(dib, alpha)])
  return createImageBitmap(file, { colorSpaceConversion: 'none' })
}

/** Draws the part of a bitmap that a record names onto its box; `matrix` leads from logical units to pixels. */
export async function drawBitmap(context: Context, bitmap: Bitmap, matrix: Matrix): Promise<void> {
  const { dib, box, from, raster, blend } = bitmap
  const image = await decodeDib(dib, blend?.alpha)
  const [left, top, right, bottom] = box
  const [x, y, width, height] = upright(from)
  context.save()
  context.globalCompositeOperation =
    raster === COPY ? 'source-over' : (MIXES[raster] ?? 'source-over')
  context.globalAlpha = blend?.opacity ?? 1
  context.setTransform(...compose([right - left, 0, 0, bottom - top, left, top], matrix))
  // Both axes of a mirrored part run from its other end.
  context.transform(from[2] < from[0] ? -1 : 1, 0, 0, from[3] < from[1] ? -1 : 1, 0, 0)
  const [u, v] = [from[2] < from[0] ? -1 : 0, from[3] < from[1] ? -1 : 0]
  context.drawImage(image, x, y, width, height, u, v, 1, 1)
  context.restore()
  image.close()
}

const upright = ([left, top, right, bottom]: Box) =>
  [
    Math.min(left, right),
    Math.min(top, bottom),
    Math.abs(right - left),
    Math.abs(bottom - top),
  ] as const
