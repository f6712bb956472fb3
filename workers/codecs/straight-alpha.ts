import { readBitmap } from './browser/bitmap.ts'
import { splitAlpha } from './formats/bitmap/bmp-alpha.ts'
import { firstFrame, readWebp } from './formats/webp/chunks.ts'
import type { Header } from './shared/header.ts'
import { jsquash } from './shared/jsquash.ts'

interface Pixels {
  data: Uint8ClampedArray
  width: number
  height: number
}

/** Decoders that keep straight alpha, by format. GIF needs none: its alpha is 0 or 255. */
export const straightAlphaDecoders: Partial<
  Record<Header['format'], (file: Blob) => Promise<Pixels>>
> = {
  png: async (file) => (await jsquash.pngDecode()).decode(await file.arrayBuffer()),
  webp: decodeWebp,
  avif: async (file) => {
    const image = await (await jsquash.avifDecode())(await file.arrayBuffer())
    if (!image) throw new Error('an AVIF that cannot be decoded')
    return image
  },
  bmp: decodeBmp,
}

async function decodeBmp(file: Blob): Promise<Pixels> {
  const { colors, alpha } = splitAlpha(new Uint8Array(await file.arrayBuffer()))
  const options = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' } as const
  const image = readBitmap(await createImageBitmap(colors, options))
  const { pixels } = readBitmap(await createImageBitmap(alpha, options))
  for (let i = 0; i < pixels.length; i += 4) image.pixels[i + 3] = pixels[i] as number
  return { data: image.pixels, width: image.width, height: image.height }
}

/** Of an animation the first frame, on a transparent canvas: the codec opens still images only. */
async function decodeWebp(file: Blob): Promise<Pixels> {
  const decode = await jsquash.webpDecode()
  const bytes = new Uint8Array(await file.arrayBuffer())
  const frame = firstFrame(bytes)
  if (!frame) return decode(bytes.buffer)
  const { width, height } = readWebp(bytes)
  const { x, y } = frame
  if (x + frame.width > width || y + frame.height > height) {
    throw new Error('a frame beyond its canvas')
  }
  const image = await decode(await frame.file.arrayBuffer())
  const data = new Uint8ClampedArray(width * height * 4)
  for (let row = 0; row < image.height; row++) {
    const from = row * image.width * 4
    data.set(image.data.subarray(from, from + image.width * 4), ((y + row) * width + x) * 4)
  }
  return { data, width, height }
}
