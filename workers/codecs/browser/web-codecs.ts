import type { Box, Size } from '../../../src/plan/size.ts'
import type { RasterImage } from '../../image/image.ts'
import type { LoadedFile } from '../shared/codec.ts'
import type { Header } from '../shared/header.ts'
import { pngFrames } from '../shared/png.ts'

type Pixels = Omit<RasterImage, 'alpha'>

/** Formats whose frames have the values of the file. Those of a JPEG are YUV: their colors come out differently. */
const types: Partial<Record<Header['format'], string>> = { png: 'image/png', webp: 'image/webp' }
/** Longer frames are left to a canvas, which is read in parts. */
const SIDE = 8_192
/** Pixels that are read at once: each time takes milliseconds. */
export const BAND_PIXELS = 1.25e6

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
  if (!fits(bitmap) || !(await isExact())) return undefined
  return readFrames(bitmap).catch(() => undefined)
}

const fits = ({ width, height }: Size) => Math.max(width, height) <= SIDE

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
  const read = await readFrames(canvas.transferToImageBitmap())
  return areEqual(decoded?.pixels, sample.pixels) && areEqual(read?.pixels, opaque)
}

const areEqual = (a: Uint8ClampedArray | undefined, b: readonly number[]) =>
  a !== undefined && b.every((value, i) => value === a[i])

async function decodeAs(
  type: string,
  data: Uint8Array<ArrayBuffer>,
  size: Size,
): Promise<Pixels | undefined> {
  const options = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const
  const decoder = new ImageDecoder({ type, data, ...options })
  try {
    const { image } = await decoder.decode()
    try {
      if (image.displayWidth !== size.width || image.displayHeight !== size.height) return undefined
      return await readBands(size, (band, rows) => copyRows(image, band, rows))
    } finally {
      image.close()
    }
  } finally {
    decoder.close()
  }
}

/** A frame of the whole bitmap would stay in memory long after it was closed. */
const readFrames = (bitmap: ImageBitmap) =>
  readBands(bitmap, async ({ x, y, width, height }, rows) => {
    const band = await createImageBitmap(bitmap, x, y, width, height)
    const frame = new VideoFrame(band, { timestamp: 0 })
    band.close()
    return copyRows(frame, { x: 0, y: 0, width, height }, rows).finally(() => frame.close())
  })

/** Reads pixels through a small buffer: the browser holds one that it has written to, released or not. */
async function readBands(
  { width, height }: Size,
  read: (band: Box, rows: Uint8ClampedArray<ArrayBuffer>) => Promise<boolean>,
): Promise<Pixels | undefined> {
  const pixels = new Uint8ClampedArray(width * height * 4)
  const most = Math.min(Math.ceil(BAND_PIXELS / width), height)
  const buffer = new Uint8ClampedArray(width * most * 4)
  for (let y = 0; y < height; y += most) {
    const band = { x: 0, y, width, height: Math.min(most, height - y) }
    const rows = buffer.subarray(0, width * band.height * 4)
    if (!(await read(band, rows))) return undefined
    pixels.set(rows, y * width * 4)
  }
  return { width, height, pixels }
}

/** Copies a part of a frame. Returns whether its format is known. */
async function copyRows(
  frame: VideoFrame,
  rect: Box,
  rows: Uint8ClampedArray<ArrayBuffer>,
): Promise<boolean> {
  const { format } = frame
  const layout = [{ offset: 0, stride: rect.width * 4 }]
  if (format === 'RGBX' || format === 'BGRX') {
    await frame.copyTo(rows, { rect, format: 'RGBA', layout })
  } else if (format === 'RGBA' || format === 'BGRA') {
    // Chromium premultiplies where it converts.
    await frame.copyTo(rows, { rect, layout })
    if (format === 'BGRA') swapRedAndBlue(rows)
  } else return false
  return true
}

function swapRedAndBlue({ buffer, length }: Uint8ClampedArray<ArrayBuffer>): void {
  const words = new Uint32Array(buffer, 0, length / 4)
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as number
    words[i] = (word & 0xff00ff00) | ((word & 0xff) << 16) | ((word >>> 16) & 0xff)
  }
}
