import { BLACK_IS_ZERO, colorSamples, PALETTE, SEPARATED } from './colors.ts'
import type { Directory } from './directory.ts'

const TAG = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  planar: 284,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  inkSet: 332,
  extraSamples: 338,
  format: 339,
}

const ASSOCIATED = 1
const UNASSOCIATED = 2

/** Limit on SamplesPerPixel. */
const MAX_SAMPLES = 32

/** One strip or tile. */
export interface Chunk {
  /** Position of its first pixel in the image. */
  x: number
  y: number
  /** Its stored size. Tiles may extend beyond the image. */
  width: number
  height: number
  offset: number
  /** Compressed size in bytes; undefined if the file does not state it. */
  length: number | undefined
  /** The sample it contains, if each sample has its own chunks (PlanarConfiguration 2). */
  plane: number | undefined
}

export interface Layout {
  width: number
  height: number
  compression: number
  photometric: number
  bits: number
  format: number
  samples: number
  /** The index of the alpha sample, and whether colors are premultiplied by it. */
  alpha?: { sample: number; associated: boolean }
}

/** Reads how the samples of the image are stored. */
export function readLayout(directory: Directory): Layout {
  const { number, numbers } = directory
  const [width, height] = [number(TAG.width, 0), number(TAG.height, 0)]
  if (width < 1 || height < 1) throw new Error(`a TIFF with a size, got ${width} x ${height}`)
  const samples = number(TAG.samples, 1)
  if (samples < 1 || samples > MAX_SAMPLES) {
    throw new Error(`a TIFF of 1 to ${MAX_SAMPLES} samples, got ${samples}`)
  }
  const sizes = numbers(TAG.bits, samples)
  const bits = sizes[0] ?? 1
  if (sizes.some((size) => size !== bits)) {
    throw new Error(`TIFF samples of several sizes are not supported: ${sizes.join(', ')}`)
  }
  const photometric = number(TAG.photometric, BLACK_IS_ZERO)
  if (
    samples < colorSamples(photometric) ||
    (photometric === SEPARATED && number(TAG.inkSet, 1) !== 1)
  ) {
    throw new Error(`TIFF colors of kind ${photometric} in ${samples} samples are not supported`)
  }
  const alpha = alphaOf(directory, samples, colorSamples(photometric))
  return {
    width,
    height,
    compression: number(TAG.compression, 1),
    photometric,
    bits,
    format: photometric === PALETTE ? 1 : number(TAG.format, 1),
    samples,
    ...(alpha && { alpha }),
  }
}

/** The first extra sample that ExtraSamples declares as alpha. Without a declaration, the one after RGB is. */
function alphaOf({ numbers }: Directory, samples: number, colors: number): Layout['alpha'] {
  if (samples <= colors) return undefined
  const declared = numbers(TAG.extraSamples, samples - colors)
  const kinds = declared.length > 0 || colors !== 3 ? declared : [UNASSOCIATED]
  const first = kinds.findIndex((kind) => kind === ASSOCIATED || kind === UNASSOCIATED)
  return first < 0 ? undefined : { sample: colors + first, associated: kinds[first] === ASSOCIATED }
}

/** Lists the strips or tiles of the image. */
export function readChunks(directory: Directory, { width, height, samples }: Layout): Chunk[] {
  const { number, numbers } = directory
  const tileWidth = number(TAG.tileWidth, 0)
  const tiled = tileWidth > 0
  const rows = tiled ? number(TAG.tileHeight, 0) : number(TAG.rowsPerStrip, height)
  if (rows < 1) throw new Error('a TIFF with rows in its strips or tiles')
  const w = tiled ? tileWidth : width
  const h = tiled ? rows : Math.min(rows, height)
  // The size of tiles is only checked against the data when they are decoded.
  if (tiled && (w > width + 65_535 || h > height + 65_535))
    throw new Error('a TIFF with too large tiles')
  const planes = number(TAG.planar, 1) === 2 && samples > 1 ? samples : 1
  const across = Math.ceil(width / w)
  const down = Math.ceil(height / h)
  const count = across * down * planes
  const either = (tile: number, strip: number) => {
    const first = tiled ? numbers(tile, count) : []
    return first.length > 0 ? first : numbers(strip, count)
  }
  const offsets = either(TAG.tileOffsets, TAG.stripOffsets)
  const lengths = either(TAG.tileBytes, TAG.stripBytes)
  if (offsets.length < count) throw new RangeError('a TIFF with too few strips or tiles')
  const all: Chunk[] = []
  for (let i = 0; i < count; i++) {
    const place = i % (across * down)
    const y = Math.floor(place / across) * h
    all.push({
      x: (place % across) * w,
      y,
      width: w,
      height: tiled ? h : Math.min(h, height - y),
      offset: offsets[i] as number,
      length: lengths[i],
      plane: planes > 1 ? Math.floor(i / (across * down)) : undefined,
    })
  }
  return all
}
