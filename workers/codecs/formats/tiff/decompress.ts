import { inflate } from '../../shared/inflate.ts'
import { decodeJpegComponents, insertJpegTables } from '../../shared/jpeg-components.ts'
import { decodeCcitt } from './ccitt.ts'
import { YCBCR } from './colors.ts'
import type { Directory } from './directory.ts'
import type { Chunk, Layout } from './layout.ts'
import { decodeLzw } from './lzw.ts'
import { decodePackBits } from './packbits.ts'

const FILL_ORDER = 266
const T4_OPTIONS = 292
const JPEG_TABLES = 347

export const JPEG = 7

/**
 * Bytes that one compressed byte can become: a table's longest string in 9 bits of LZW, a run of PackBits. Deflate is
 * read as a stream, and fax data is an eighth of its pixels.
 */
const MAX_EXPANSION: Record<number, number> = { 5: 4096, 32773: 128 }

/**
 * Decompresses a strip or tile to `size` bytes, to which the predictor still applies.
 * @throws RangeError if there are fewer.
 */
export async function decompress(
  file: Uint8Array,
  directory: Directory,
  layout: Layout,
  chunk: Chunk,
  size: number,
): Promise<Uint8Array> {
  const { compression, photometric } = layout
  const length = compression === 1 ? size : (chunk.length ?? 0)
  const end = chunk.offset + length
  if (end > file.length) throw new RangeError('a TIFF that ends within its strips or tiles')
  const stored = file.subarray(chunk.offset, end)
  if (size > length * (MAX_EXPANSION[compression] ?? Number.POSITIVE_INFINITY)) {
    throw new RangeError('a TIFF strip or tile that ends too early')
  }
  const bytes =
    directory.number(FILL_ORDER, 1) === 2 && compression !== JPEG ? reverseBits(stored) : stored
  if (compression !== JPEG) {
    const decompressed = await decompressBytes(bytes, directory, compression, chunk, size)
    if (decompressed.length < size) throw new RangeError('a TIFF strip or tile that ends too early')
    return decompressed
  }
  const jpeg = insertJpegTables(bytes, directory.bytes(JPEG_TABLES))
  const { width, height } = chunk
  const image = await decodeJpegComponents(jpeg, photometric === YCBCR, {
    width: width + 15,
    height: height + 15,
  })
  return cropToChunk(image, image.count, chunk, size)
}

async function decompressBytes(
  bytes: Uint8Array,
  { number }: Directory,
  compression: number,
  { width, height }: Chunk,
  size: number,
): Promise<Uint8Array> {
  switch (compression) {
    case 1:
      return bytes
    case 2:
    case 3:
    case 4: {
      const twoDimensional = (number(T4_OPTIONS, 0) & 1) === 1
      return decodeCcitt(bytes, width, height, { scheme: compression, twoDimensional })
    }
    case 5:
      return decodeLzw(bytes, size)
    case 8:
    case 32946:
      return await inflate(bytes, size)
    case 32773:
      return decodePackBits(bytes, size)
    default:
      throw new Error(`TIFF compression ${compression} is not supported`)
  }
}

/** Reverses the bits of each byte (FillOrder 2). */
const reverseBits = (bytes: Uint8Array) => bytes.map((byte) => MIRROR[byte] as number)

const MIRROR = Uint8Array.from({ length: 256 }, (_, byte) => {
  let mirror = 0
  for (let bit = 0; bit < 8; bit++) mirror |= ((byte >> bit) & 1) << (7 - bit)
  return mirror
})

/** Crops or pads a decoded JPEG to the size of its strip or tile, `size` bytes. */
function cropToChunk(
  image: { width: number; height: number; data: Uint8ClampedArray },
  count: number,
  { width, height }: Chunk,
  size: number,
): Uint8Array {
  if (count * width * height !== size) throw new Error(`a JPEG with ${count} components in a TIFF`)
  const out = new Uint8Array(size)
  const row = Math.min(width, image.width) * count
  for (let y = 0; y < Math.min(height, image.height); y++) {
    const from = y * image.width * count
    out.set(image.data.subarray(from, from + row), y * width * count)
  }
  return out
}
