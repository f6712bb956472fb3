import type { RasterImage } from '../image/image.ts'
import { pngFrames } from './animated.ts'
import type { LoadedFile } from './codec.ts'
import type { Header } from './containers/header.ts'

type Pixels = Omit<RasterImage, 'alpha'>

/** Formats whose frames have the values of the file. Those of a JPEG are YUV: their colors come out differently. */
const types: Partial<Record<Header['format'], string>> = { png: 'image/png', webp: 'image/webp' }
/** Longer frames are left to a canvas, which is read in parts. */
const SIDE = 8_192
/** The frame of a larger bitmap stays in memory long after it was closed. In pixels. */
const MAX_COPIED = 4e6

/** Pixels that a canvas would change: 2 x 2 with alpha of 3, 0, 128 and 255. */
const sample = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAGklEQVR4nGM4kWLEzCUix8Dwq4Gxgd13438AKqgFnVH2gBoAAAAASUVORK5CYII=',
  pixels: [200, 100, 50, 3, 10, 20, 30, 0, 250, 128, 1, 128, 7, 77, 177, 255],
}

/**
 * Decodes a file with the browser's ImageDecoder, which keeps straight alpha and needs no canvas. Undefined where the
 * browser has none, where it is wrong, and for files that it may read in its own way.
 */
export async function decodeFrame(
  { bytes }: Pick<LoadedFile, 'bytes'>,
  header: Header,
): Promise<Pixels | undefined> {
  const { format, orientation, convertToSrgb, animated } = header
  const type = types[format]
  if (!type || convertToSrgb || animated) return undefined
  if (format === 'png' && pngFrames(bytes) > 0) return undefined
  if (orientation.value !== 1 || !fits(header) || !(await isExact())) return undefined
  return decodeAs(type, bytes, header).catch(() => undefined)
}

/** Reads an opaque bitmap, and leaves it open. Undefined where the browser cannot do so without a canvas. */
export async function readOpaque(bitmap: ImageBitmap): Promise<Pixels | undefined> {
  if (bitmap.width * bitmap.height > MAX_COPIED || !fits(bitmap) || !(await isExact()))
    return undefined
  try {
    return await readFrame(new VideoFrame(bitmap, { timestamp: 0 }), bitmap)
  } catch {
    return undefined
  }
}

const fits = ({ width, height }: Pick<Header, 'width' | 'height'>) =>
  Math.max(width, height) <= SIDE

let exact: Promise<boolean> | undefined

/** Whether this browser's frames keep what a file says, alpha included. Asked once. */
function isExact(): Promise<boolean> {
  exact ??= checkSample().catch(() => false)
  return exact
}

async function checkSample(): Promise<boolean> {
  if (!('ImageDecoder' in globalThis && 'VideoFrame' in globalThis)) return false
  const file = Uint8Array.from(atob(sample.png), (character) => character.charCodeAt(0))
  const size = { width: 2, height: 2 }
  const decoded = await decodeAs('image/png', file, size)
  const canvas = new OffscreenCanvas(2, 2)
  const opaque = sample.pixels.map((value, i) => (i % 4 === 3 ? 255 : value))
  const image = new ImageData(new Uint8ClampedArray(opaque), 2, 2)
  canvas.getContext('2d', { alpha: false })?.putImageData(image, 0, 0)
  const frame = new VideoFrame(canvas.transferToImageBitmap(), { timestamp: 0 })
  const read = await readFrame(frame, size)
  return areEqual(decoded?.pixels, sample.pixels) && areEqual(read?.pixels, opaque)
}

const areEqual = (a: Uint8ClampedArray | undefined, b: readonly number[]) =>
  a !== undefined && b.every((value, i) => value === a[i])

async function decodeAs(
  type: string,
  data: Uint8Array<ArrayBuffer>,
  size: Pick<Header, 'width' | 'height'>,
): Promise<Pixels | undefined> {
  const options = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const
  const decoder = new ImageDecoder({ type, data, ...options })
  try {
    const { image } = await decoder.decode()
    return await readFrame(image, size)
  } finally {
    decoder.close()
  }
}

/** Reads a frame of the size that is expected, and closes it. */
async function readFrame(
  frame: VideoFrame,
  { width, height }: Pick<Header, 'width' | 'height'>,
): Promise<Pixels | undefined> {
  try {
    const { format, displayWidth, displayHeight } = frame
    if (displayWidth !== width || displayHeight !== height) return undefined
    const pixels = new Uint8ClampedArray(width * height * 4)
    const layout = [{ offset: 0, stride: width * 4 }]
    if (format === 'RGBX' || format === 'BGRX') {
      await frame.copyTo(pixels, { format: 'RGBA', layout })
    } else if (format === 'RGBA' || format === 'BGRA') {
      // Chromium premultiplies where it converts.
      await frame.copyTo(pixels, { layout })
      if (format === 'BGRA') swapRedAndBlue(pixels)
    } else return undefined
    return { width, height, pixels }
  } finally {
    frame.close()
  }
}

function swapRedAndBlue({ buffer }: Uint8ClampedArray<ArrayBuffer>): void {
  const words = new Uint32Array(buffer)
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as number
    words[i] = (word & 0xff00ff00) | ((word & 0xff) << 16) | ((word >>> 16) & 0xff)
  }
}
