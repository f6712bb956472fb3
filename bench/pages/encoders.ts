import jpegWasm from '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm?url'
import jpegEncode, { init as initJpeg } from '@jsquash/jpeg/encode.js'
import { decode } from '../../workers/codecs/decode.ts'
import { openEncoder } from '../../workers/codecs/encoders.ts'
import { jsquash } from '../../workers/codecs/shared/jsquash.ts'

type Encode = (image: ImageData, quality: number) => Promise<Blob>

const byCanvas =
  (type: string): Encode =>
  (image, quality) => {
    const canvas = new OffscreenCanvas(image.width, image.height)
    canvas.getContext('2d', { willReadFrequently: true, alpha: false })?.putImageData(image, 0, 0)
    return canvas.convertToBlob({ type, quality: quality / 100 })
  }

// The package's types lack both the compiled module as an argument and the promise.
await (initJpeg as unknown as (wasm: WebAssembly.Module) => Promise<void>)(
  await WebAssembly.compileStreaming(fetch(jpegWasm)),
)

const mozjpeg =
  (options = {}): Encode =>
  async (image, quality) =>
    new Blob([await jpegEncode(image, { quality, ...options })])

const asResult =
  (format: 'avif' | 'jxl'): Encode =>
  async ({ data, width, height }, quality) => {
    const image = { pixels: data as Uint8ClampedArray<ArrayBuffer>, width, height, alpha: false }
    return (await openEncoder(image, format, false)).encode(quality)
  }

/** The encoders to compare: the browser's, and those that are WebAssembly. */
const encoders = {
  'browser jpeg': byCanvas('image/jpeg'),
  mozjpeg: mozjpeg(),
  'mozjpeg baseline': mozjpeg({ baseline: true, progressive: false }),
  'mozjpeg 4:4:4': mozjpeg({ auto_subsample: false, chroma_subsample: 1 }),
  'browser webp': byCanvas('image/webp'),
  'jsquash webp': async (image, quality) =>
    new Blob([await (await jsquash.webpEncode())(image, { quality })]),
  avif: asResult('avif'),
  jxl: asResult('jxl'),
} satisfies Record<string, Encode>

export type EncoderName = keyof typeof encoders

async function pixels(file: Blob): Promise<ImageData> {
  if (file.type === 'image/jxl') {
    const image = await decode({ image: file })
    return new ImageData(image.pixels, image.width, image.height)
  }
  const bitmap = await createImageBitmap(file, { colorSpaceConversion: 'none' })
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(bitmap, 0, 0)
  return context?.getImageData(0, 0, bitmap.width, bitmap.height) as ImageData
}

/** Returns bytes, milliseconds and similarity at each quality, for the image at `path`. */
async function sweep(path: string, name: EncoderName, qualities: number[]) {
  const image = await pixels(await (await fetch(path)).blob())
  const original = planes(image)
  const rows = []
  for (const quality of qualities) {
    const start = performance.now()
    const blob = await encoders[name](image, quality)
    const ms = performance.now() - start
    const again = planes(await pixels(blob))
    rows.push({
      quality,
      ms,
      bytes: blob.size,
      luma: psnr(original.slice(0, 1), again.slice(0, 1)),
      rgb: psnr(original.slice(1), again.slice(1)),
      ssim: ssim(original[0] as Float32Array, again[0] as Float32Array, image.width),
    })
  }
  return { megapixels: (image.width * image.height) / 1e6, rows }
}

/** Returns four planes: luma (BT.601, full range), red, green, blue. */
function planes({ data }: ImageData): Float32Array[] {
  const [y, r, g, b] = [0, 1, 2, 3].map(() => new Float32Array(data.length / 4))
  if (!y || !r || !g || !b) return []
  for (let i = 0, at = 0; at < data.length; i++, at += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
    r[i] = red
    g[i] = green
    b[i] = blue
    y[i] = 0.299 * red + 0.587 * green + 0.114 * blue
  }
  return [y, r, g, b]
}

function psnr(a: Float32Array[], b: Float32Array[]): number {
  let sum = 0
  let count = 0
  a.forEach((plane, p) => {
    for (let i = 0; i < plane.length; i++)
      sum += ((plane[i] as number) - (b[p]?.[i] as number)) ** 2
    count += plane.length
  })
  return 10 * Math.log10(255 ** 2 / Math.max(sum / count, 1e-9))
}

/** Mean SSIM of the luma (Wang et al. 2004), in windows of 8 x 8 at every fourth pixel. */
function ssim(a: Float32Array, b: Float32Array, width: number): number {
  const height = a.length / width
  let total = 0
  let windows = 0
  for (let y = 0; y + 8 <= height; y += 4) {
    for (let x = 0; x + 8 <= width; x += 4, windows++) total += window8(a, b, y * width + x, width)
  }
  return total / windows
}

function window8(a: Float32Array, b: Float32Array, from: number, width: number): number {
  let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0]
  for (let v = 0; v < 8; v++) {
    for (let i = from + v * width; i < from + v * width + 8; i++) {
      const [p, q] = [a[i] as number, b[i] as number]
      sumA += p
      sumB += q
      squareA += p * p
      squareB += q * q
      product += p * q
    }
  }
  const [meanA, meanB] = [sumA / 64, sumB / 64]
  const variances = (squareA + squareB) / 64 - meanA ** 2 - meanB ** 2
  const covariance = product / 64 - meanA * meanB
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
    ((meanA ** 2 + meanB ** 2 + c1) * (variances + c2))
  )
}

/** Makes an image of any size, tiled with photographs, and keeps it for `encodeHeld`. */
async function hold(paths: string[], width: number, height: number): Promise<void> {
  held = new ImageData(width, height)
  const tiles = await Promise.all(
    paths.map(async (path) => pixels(await (await fetch(path)).blob())),
  )
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x += 512) {
      const tile = tiles[((y >> 9) + (x >> 9)) % tiles.length] as ImageData
      const from = (y & 511) * tile.width * 4
      const length = Math.min(512, width - x) * 4
      held.data.set(tile.data.subarray(from, from + length), (y * width + x) * 4)
    }
  }
}

let held: ImageData

async function encodeHeld(name: EncoderName, quality: number) {
  const start = performance.now()
  const { size } = await encoders[name](held, quality)
  return { ms: performance.now() - start, size }
}

Object.assign(window, { bench: { names: Object.keys(encoders), sweep, hold, encodeHeld } })
