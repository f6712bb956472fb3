import { copyBytes } from '../../shared/bytes.ts'
import type { DecodedImage, FormatMetadata, RasterInfo } from '../../shared/decoder.ts'
import { validDpi } from '../../shared/density.ts'
import { isRgbProfile } from '../../shared/icc.ts'
import { subsampledByteLength, upsampleChroma } from './chroma.ts'
import { BLACK_IS_ZERO, colorConverter, PALETTE, RGB, WHITE_IS_ZERO, YCBCR } from './colors.ts'
import { decompress, JPEG } from './decompress.ts'
import { type Directory, readDirectory } from './directory.ts'
import { type Chunk, type Layout, readChunks, readLayout } from './layout.ts'
import { undoFloatPredictor, undoHorizontalPredictor } from './predictor.ts'
import { sampleReader } from './samples.ts'

const TAG = {
  orientation: 274,
  xResolution: 282,
  resolutionUnit: 296,
  predictor: 317,
  colorMap: 320,
  subsampling: 530,
  profile: 34675,
}

/** SampleFormat of floats. */
const FLOAT = 3
/** Floats are fractions of white if none is greater: some exceed 1 a little. Else white is 255. */
const UNIT = 2
/** Three curves of 16 bits. */
const MAX_COLOR_MAP = 3 * 65_536
/** Bytes that a padded strip or tile may exceed the image by. */
const MAX_PADDING = 2 ** 26
/** Bytes per pixel of the widest samples that are usual, four floats, and of a strip that may have more. */
const USUAL_PIXEL = 16
const MAX_UNUSUAL = 2 ** 28

/**
 * TIFF 6.0 and BigTIFF; the first image is decoded. A directory of tagged fields points to strips or tiles, which are
 * compressed one by one and have interleaved samples (PlanarConfiguration 1) or one sample each (2).
 */
export function info(bytes: Uint8Array): RasterInfo {
  const directory = readDirectory(bytes)
  return layoutInfo(directory, readLayout(directory))
}

function layoutInfo({ number }: Directory, { width, height, alpha }: Layout): RasterInfo {
  const perInch =
    number(TAG.resolutionUnit, 2) === 3 ? 2.54 : number(TAG.resolutionUnit, 2) === 2 ? 1 : 0
  const dpi = validDpi(number(TAG.xResolution, 0) * perInch)
  return { width, height, alpha: alpha !== undefined, ...(dpi && { dpi }) }
}

/** Orientation and profile. Gray without a profile counts as RGB, as it is the same in sRGB. */
export function metadata(bytes: Uint8Array): FormatMetadata {
  const directory = readDirectory(bytes)
  const orientation = directory.number(TAG.orientation, 1)
  const profile = directory.bytes(TAG.profile)
  const { photometric } = readLayout(directory)
  const plain = profile ? isRgbProfile(profile) : GRAYS.includes(photometric)
  const rgb = plain || (RGBS.includes(photometric) && !profile)
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    convertToSrgb: !rgb,
    ...(rgb && profile && { profile: copyBytes(profile) }),
  }
}

const GRAYS = [WHITE_IS_ZERO, BLACK_IS_ZERO]
const RGBS = [RGB, PALETTE, YCBCR]

/** Whether colors must be converted by an ICC profile, which `decode` cannot. */
export function requiresIccConversion(bytes: Uint8Array): boolean {
  const profile = readDirectory(bytes).bytes(TAG.profile)
  return profile !== undefined && !isRgbProfile(profile)
}

/**
 * Decodes the first image, as stored. Samples: integers of 1 to 64 bits and floats (0 to 1 or 0 to 255). Colors: gray, palette, RGB,
 * CMYK (ignoring its profile), YCbCr, Lab. Compression: none, CCITT, LZW, Deflate, PackBits, JPEG.
 * @throws Error that names what is not supported.
 */
export async function decode(bytes: Uint8Array): Promise<DecodedImage> {
  const directory = readDirectory(bytes)
  const layout = readLayout(directory)
  const data = new Uint8ClampedArray(layout.width * layout.height * 4)
  const greatest = await decodeInto(data, bytes, directory, layout, 1)
  if (layout.format === FLOAT && greatest <= UNIT) {
    await decodeInto(data, bytes, directory, layout, 255)
  }
  return { ...layoutInfo(directory, layout), data }
}

/** Decodes the image with samples times `scale`. Returns the greatest of them. */
async function decodeInto(
  data: Uint8ClampedArray,
  bytes: Uint8Array,
  directory: Directory,
  layout: Layout,
  scale: number,
): Promise<number> {
  const parts = readChunks(directory, layout)
  const planes = parts[0]?.plane === undefined ? 1 : layout.samples
  const places = parts.length / planes
  const write = chunkWriter(directory, layout, scale)
  let greatest = 0
  for (let place = 0; place < places; place++) {
    const stored: Uint8Array[] = []
    for (let plane = 0; plane < planes; plane++) {
      const chunk = parts[plane * places + place] as Chunk
      stored.push(await decodeChunk(bytes, directory, layout, chunk))
    }
    greatest = Math.max(greatest, write(stored, parts[place] as Chunk, data))
  }
  return greatest
}

/** Decompresses a strip or tile to rows of samples, padded to whole bytes. */
async function decodeChunk(file: Uint8Array, directory: Directory, layout: Layout, chunk: Chunk) {
  const { bits, photometric, compression } = layout
  const perPixel = chunk.plane === undefined ? layout.samples : 1
  const samples = chunk.width * perPixel
  const rowBytes = Math.ceil((samples * bits) / 8)
  const size = rowBytes * chunk.height
  const pixels = layout.width * layout.height
  const usual = Math.max(pixels * USUAL_PIXEL, MAX_UNUSUAL)
  if (size > Math.min(usual, (pixels * layout.samples * bits) / 8) + MAX_PADDING) {
    throw new Error('a TIFF with strips or tiles far larger than its image')
  }
  if (photometric === YCBCR && compression !== JPEG) {
    const [across = 2, down = 2] = directory.numbers(TAG.subsampling, 2)
    if (across * down > 1) {
      if (bits !== 8 || perPixel !== 3 || across * down > 16) {
        throw new Error('a TIFF of subsampled YCbCr in this layout is not supported')
      }
      const units = subsampledByteLength(chunk.width, chunk.height, [across, down])
      const packed = await decompress(file, directory, layout, chunk, units)
      return upsampleChroma(packed, chunk.width, chunk.height, [across, down])
    }
  }
  const expanded = await decompress(file, directory, layout, chunk, size)
  const predictor = compression === JPEG ? 1 : directory.number(TAG.predictor, 1)
  if (predictor === 1 || compression === 1) return expanded
  const rows = { samples, perPixel, bits, littleEndian: directory.littleEndian }
  if (predictor === 2) undoHorizontalPredictor(expanded, rowBytes, rows)
  else if (predictor === 3) undoFloatPredictor(expanded, rowBytes, rows)
  else throw new Error(`TIFF predictor ${predictor} is not supported`)
  return expanded
}

/**
 * Returns a function that writes a strip or tile, given as one chunk or as one per sample, into the image, and returns its
 * greatest sample.
 */
function chunkWriter(directory: Directory, layout: Layout, scale: number) {
  const { width, height, samples, bits, format, compression, photometric, alpha } = layout
  const { littleEndian } = directory
  const read = sampleReader({ bits, format, littleEndian, raw: photometric === PALETTE })
  // The JPEG decoder has converted YCbCr to RGB.
  const kind = photometric === YCBCR && compression === JPEG ? RGB : photometric
  const color = colorConverter(kind, bits, directory.numbers(TAG.colorMap, MAX_COLOR_MAP))
  return (stored: Uint8Array[], chunk: Chunk, out: Uint8ClampedArray) => {
    const perPixel = samples / stored.length
    const rowBytes = Math.ceil((chunk.width * perPixel * bits) / 8)
    const columns = Math.min(chunk.width, width - chunk.x)
    const rows = Math.min(chunk.height, height - chunk.y)
    const row = new Float32Array(columns * samples)
    let greatest = 0
    for (let y = 0; y < rows; y++) {
      stored.forEach((bytes, plane) => {
        read(bytes, y * rowBytes, columns * perPixel, row, plane, stored.length)
      })
      if (format === FLOAT) greatest = Math.max(greatest, scaled(row, scale))
      const start = ((chunk.y + y) * width + chunk.x) * 4
      for (let x = 0; x < columns; x++) {
        const [at, to] = [x * samples, start + x * 4]
        const opacity = alpha ? (row[at + alpha.sample] as number) : 255
        if (alpha?.associated) unpremultiply(row, at, alpha.sample, opacity)
        color(row, at, out, to)
        out[to + 3] = opacity
      }
    }
    return greatest
  }
}

/** Scales samples in place, and returns the greatest. */
function scaled(row: Float32Array, scale: number): number {
  let greatest = 0
  for (let i = 0; i < row.length; i++) {
    row[i] = (row[i] as number) * scale
    if ((row[i] as number) > greatest) greatest = row[i] as number
  }
  return greatest
}

/** Divides the colors of a pixel by its opacity. */
function unpremultiply(row: Float32Array, at: number, count: number, opacity: number): void {
  if (opacity <= 0) return
  for (let i = 0; i < count; i++) row[at + i] = ((row[at + i] as number) * 255) / opacity
}
