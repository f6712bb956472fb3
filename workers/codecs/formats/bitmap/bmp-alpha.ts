import { readBitmap } from '../../browser/bitmap.ts'
import { dataView } from '../../shared/bytes.ts'

const HEADER_SIZE = 14
const COMPRESSION = 30
const MASKS = { red: 54, green: 58, blue: 62, alpha: 66 }
/** Masks of three channels, or of four. */
const BITFIELDS = 3
const ALPHA_BITFIELDS = 6
/** The masks of a bitmap without masks of its own. */
const BGR = { red: 0xff0000, green: 0xff00, blue: 0xff }

/** The pixels with straight alpha. */
export async function decodeStraight(file: Blob) {
  const { colors, alpha } = splitAlpha(new Uint8Array(await file.arrayBuffer()))
  const options = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' } as const
  const image = readBitmap(await createImageBitmap(colors, options))
  const { pixels } = readBitmap(await createImageBitmap(alpha, options))
  for (let i = 0; i < pixels.length; i += 4) image.pixels[i + 3] = pixels[i] as number
  return { data: image.pixels, width: image.width, height: image.height }
}

/**
 * Two opaque bitmaps of one with a mask for alpha: its colors, and its alpha as red. A browser
 * decodes both exactly, and would premultiply the bitmap itself.
 */
function splitAlpha(bmp: Uint8Array): { colors: Blob; alpha: Blob } {
  const data = dataView(bmp)
  const masked = [BITFIELDS, ALPHA_BITFIELDS].includes(data.getUint32(COMPRESSION, true))
  const own = masked
    ? {
        red: data.getUint32(MASKS.red, true),
        green: data.getUint32(MASKS.green, true),
        blue: data.getUint32(MASKS.blue, true),
      }
    : BGR
  const alpha = data.getUint32(MASKS.alpha, true)
  return {
    colors: withMasks(bmp, own),
    alpha: withMasks(bmp, { red: alpha, green: 0, blue: 0 }),
  }
}

function withMasks(bmp: Uint8Array, { red, green, blue }: typeof BGR): Blob {
  const head = bmp.slice(0, HEADER_SIZE + 56)
  const data = dataView(head)
  data.setUint32(COMPRESSION, BITFIELDS, true)
  data.setUint32(MASKS.red, red, true)
  data.setUint32(MASKS.green, green, true)
  data.setUint32(MASKS.blue, blue, true)
  data.setUint32(MASKS.alpha, 0, true)
  return new Blob([head, bmp.subarray(head.length) as BlobPart], { type: 'image/bmp' })
}
