import type { RasterImage } from '../../image/image.ts'

/** Rows read back from a canvas at once: bounds the memory that is needed beside the image. */
const BAND = 256
/** Columns read back at once: a canvas wider than 65,535 stays empty without an error. */
const COLUMNS = 16_384

/** Reads the pixels of a bitmap, part by part through a small canvas, and closes the bitmap. */
export function readBitmap(bitmap: ImageBitmap): Omit<RasterImage, 'alpha'> {
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
