import type { Plan } from '../../src/plan/plan.ts'
import type { OutputFormat } from '../../src/request/canonical.ts'
import { hasTransparency, type Picture, release, toImageData } from '../picture.ts'
import { setJpegProfile } from './containers/jpeg.ts'
import { setPngProfile } from './containers/png.ts'
import { setWebpProfile } from './containers/webp.ts'
import { jsquash } from './jsquash.ts'

const setProfile = { jpeg: setJpegProfile, png: setPngProfile, webp: setWebpProfile }
/** Rows put into the canvas at once. */
const BAND = 256

/**
 * Encodes a picture and gives its memory back. `quality` (0 to 100) counts for jpeg and webp.
 * Transparency turns white in a jpeg.
 */
export async function encode(picture: Picture, { source, output }: Plan): Promise<Blob> {
  const transparent = hasTransparency(picture)
  const format = output.format === 'auto' ? automatic(source.format, transparent) : output.format
  const byCanvas = format === 'jpeg' || (!transparent && (await canvasWrites(format)))
  const encodeBy = byCanvas ? encodeByCanvas : encodeByCodec
  const blob = await encodeBy(picture, format, output.quality)
  // Browsers add a profile of their own: the result says what its source said.
  return setProfile[format](blob, picture.profile)
}

function automatic(source: Plan['source']['format'], transparent: boolean): OutputFormat {
  if (source === 'jpeg' && !transparent) return 'jpeg'
  return source === 'webp' ? 'webp' : 'png'
}

/** A browser that cannot write a type answers with png. */
async function canvasWrites(format: OutputFormat): Promise<boolean> {
  const type = `image/${format}`
  const canvas = new OffscreenCanvas(1, 1)
  canvas.getContext('2d')
  return (await canvas.convertToBlob({ type })).type === type
}

/** For transparency: a 2D canvas would premultiply and lose colours under low alpha. */
async function encodeByCodec(picture: Picture, format: OutputFormat, quality: number) {
  const image = toImageData(picture)
  const bytes =
    format === 'webp'
      ? await (await jsquash.webpEncode())(image, webpOptions(quality))
      : await (await jsquash.pngEncode())(image)
  release(picture)
  return new Blob([bytes], { type: `image/${format}` })
}

const webpOptions = (quality: number) => (quality === 100 ? { lossless: 1, exact: 1 } : { quality })

/**
 * The picture goes into the canvas before the browser makes its own copy of that: two copies, never three.
 * Through a scratch band, as ImageData on the pixels themselves would keep their memory alive.
 */
async function encodeByCanvas(picture: Picture, format: OutputFormat, quality: number) {
  const { width, height, alpha } = picture
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false })
  if (!context) throw new Error(`no canvas of ${width} x ${height}`)
  const scratch = new ImageData(width, Math.min(BAND, height))
  for (let y = 0; y < height; y += BAND) {
    const rows = Math.min(BAND, height - y)
    scratch.data.set(picture.pixels.subarray(y * width * 4, (y + rows) * width * 4))
    if (alpha) putOverWhite(scratch.data)
    context.putImageData(scratch, 0, y, 0, 0, width, rows)
  }
  release(picture)
  const blob = await canvas.convertToBlob({ type: `image/${format}`, quality: quality / 100 })
  canvas.width = 0
  return blob
}

function putOverWhite(pixels: Uint8ClampedArray): void {
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = (pixels[i + 3] as number) / 255
    for (let c = i; c < i + 3; c++) pixels[c] = 255 + ((pixels[c] as number) - 255) * alpha
    pixels[i + 3] = 255
  }
}
