import { dataView } from '../../shared/bytes.ts'
import { photoYccToRgb, ycbcrToRgb } from '../../shared/color-models.ts'
import { CompoundFile } from '../../shared/compound-file.ts'
import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { decodeJpegComponents, insertJpegTables } from '../../shared/jpeg-components.ts'
import { readProperties } from './properties.ts'

/** Property IDs of the image contents. Those of a resolution have its index in bits 16 to 23. */
const CONTENTS = '/\x05Image Contents'
const RESOLUTIONS = 0x01000000
const COLORS = 0x02000002
const JPEG_TABLES = 0x03000001

/** Bytes before the content of a stream. */
const PREFIX = 28

const RAW = 0
const SINGLE_COLOR = 1
const JPEG = 2

const MONOCHROME = 1
const PHOTO_YCC = 2
const NIF_RGB = 3

const OPACITY = 0x7ffe
const PREMULTIPLIED = 0x8000

interface FpxImage {
  width: number
  height: number
  tileWidth: number
  tileHeight: number
  /** MONOCHROME, PHOTO_YCC or NIF_RGB. */
  space: number
  channels: number
  alpha: boolean
  premultiplied: boolean
  /** For each tile: offset, size, compression, subtype. */
  tiles: DataView
  tileBytes: number
  data: Uint8Array
  tables: (number: number) => Uint8Array | undefined
}

/**
 * FlashPix: a compound file with the image in several resolutions, of which the last is the largest. Each has a stream
 * that lists its tiles (at 28: size of the header, width, height, number of tiles, width and height of a tile, channels,
 * offset of the list, size of an entry) and a stream of tiles: raw, a single color, or JPEG with tables in properties.
 *
 * Rows of a raw tile at the right edge are assumed to end at the edge, as in Pillow. FlashPix pads them to the width of a
 * tile; from a writer that does so, the last columns come out slanted.
 */
export function info(bytes: Uint8Array): RasterInfo {
  const { width, height, alpha } = readImage(bytes)
  return { width, height, alpha }
}

export async function decode(bytes: Uint8Array): Promise<DecodedImage> {
  const picture = readImage(bytes)
  const { width, height, tileWidth, tileHeight, alpha } = picture
  const across = Math.ceil(width / tileWidth)
  const down = Math.ceil(height / tileHeight)
  const out = new Uint8ClampedArray(width * height * 4)
  for (let i = 0; i < across * down; i++) {
    const left = (i % across) * tileWidth
    const top = Math.floor(i / across) * tileHeight
    const inside = {
      width: Math.min(tileWidth, width - left),
      height: Math.min(tileHeight, height - top),
    }
    copyTile(picture, await readTile(picture, i, inside), inside, (top * width + left) * 4, out)
  }
  return { width, height, alpha, data: out }
}

function readImage(bytes: Uint8Array): FpxImage {
  const file = new CompoundFile(bytes)
  const path = file.paths.find((name) => name.endsWith(CONTENTS))
  const contents = path && file.read(path)
  if (!path || !contents) throw new Error('no FPX: expected the contents of an image')
  const properties = readProperties(contents)
  const count = properties.get(RESOLUTIONS)
  if (typeof count !== 'number' || count < 1 || count > 256) {
    throw new Error(`an FPX of 1 to 256 resolutions, got ${count}`)
  }
  const folder = `${path.slice(0, -CONTENTS.length)}/Resolution ${String(count - 1).padStart(4, '0')}`
  const header = file.read(`${folder}/Subimage 0000 Header`)
  const data = file.read(`${folder}/Subimage 0000 Data`)
  if (!header || !data) throw new Error(`an FPX with the streams of ${folder}`)
  return {
    ...readHeader(header),
    ...readColors(properties.get(COLORS | ((count - 1) << 16))),
    data,
    tables: (number) => {
      const tables = properties.get(JPEG_TABLES | (number << 16))
      return typeof tables === 'object' ? tables : undefined
    },
  }
}

function readHeader(stream: Uint8Array) {
  const data = dataView(stream)
  const [width = 0, height = 0, tiles = 0, tileWidth = 0, tileHeight = 0, , list = 0, entry = 0] =
    Array.from({ length: 8 }, (_, i) => data.getUint32(PREFIX + 4 + i * 4, true))
  const needed = Math.ceil(width / tileWidth) * Math.ceil(height / tileHeight)
  if (
    width < 1 ||
    height < 1 ||
    tileWidth < 1 ||
    tileHeight < 1 ||
    tileWidth > 4096 ||
    tileHeight > 4096
  ) {
    throw new Error(`an FPX with a size, got ${width} x ${height} of ${tileWidth} x ${tileHeight}`)
  }
  const at = PREFIX + list
  if (tiles < needed || entry < 16 || at + tiles * entry > stream.length) {
    throw new RangeError('an FPX that ends within its list of tiles')
  }
  return {
    width,
    height,
    tileWidth,
    tileHeight,
    tiles: dataView(stream.subarray(at, at + tiles * entry)),
    tileBytes: entry,
  }
}

/** Subimage color: 4 number of channels, 8 color space and type of each; the highest bit of each half is a flag. */
function readColors(blob: number | Uint8Array | undefined) {
  if (typeof blob !== 'object') throw new Error('an FPX with colors')
  const data = dataView(blob)
  const channels = data.getUint32(4, true)
  if (channels < 1 || channels > 4) throw new Error(`an FPX of 1 to 4 channels, got ${channels}`)
  const colors = Array.from({ length: channels }, (_, i) => data.getUint32(8 + i * 4, true))
  const last = colors.at(-1) ?? 0
  const alpha = channels > 1 && (last & 0x7fff) === OPACITY
  const space = ((colors[0] ?? 0) >>> 16) & 0x7fff
  if (channels - (alpha ? 1 : 0) !== { [MONOCHROME]: 1, [PHOTO_YCC]: 3, [NIF_RGB]: 3 }[space]) {
    throw new Error(`FPX colors of kind ${space} in ${channels} channels are not supported`)
  }
  return { channels, alpha, space, premultiplied: ((colors[0] ?? 0) & PREMULTIPLIED) !== 0 }
}

/** Size of the part of a tile inside the image. */
interface Inside {
  width: number
  height: number
}

/** Interleaved channels in the image's color space, `stride` pixels per row. */
interface Tile {
  data: Uint8Array | Uint8ClampedArray
  stride: number
}

async function readTile(picture: FpxImage, i: number, inside: Inside): Promise<Tile> {
  const { tiles, tileBytes, data, channels, tileWidth: width, tileHeight: height } = picture
  const at = i * tileBytes
  const [offset, length, compression] = [0, 4, 8].map((o) => tiles.getUint32(at + o, true)) as [
    number,
    number,
    number,
  ]
  const subtype = new Uint8Array(tiles.buffer, tiles.byteOffset + at + 12, 4)
  const size = inside.width * inside.height * channels
  if (compression === SINGLE_COLOR) {
    const data = Uint8Array.from({ length: size }, (_, k) => subtype[k % channels] as number)
    return { data, stride: inside.width }
  }
  const start = PREFIX + offset
  const end = start + (compression === RAW ? size : length)
  if (end > data.length) throw new RangeError('an FPX that ends within its tiles')
  if (compression === RAW) return { data: data.subarray(start, end), stride: inside.width }
  if (compression !== JPEG) throw new Error(`FPX compression ${compression} is not supported`)
  const [, , converted, tables] = subtype as unknown as [number, number, number, number]
  const jpeg = insertJpegTables(data.subarray(start, end), picture.tables(tables))
  const image = await decodeJpegComponents(jpeg, converted !== 0, { width, height })
  if (image.count !== channels || image.width !== width || image.height !== height) {
    throw new Error(`an FPX tile of ${width} x ${height} with ${channels} channels`)
  }
  if (converted !== 0 && channels === 4) {
    // The decoder converts only JPEG files of three components.
    for (let i = 0; i < image.data.length; i += 4) ycbcrToRgb(image.data, i, image.data, i)
  }
  return { data: image.data, stride: width }
}

/** Converts a tile to RGBA and copies it to the pixel at `at`. */
function copyTile(
  picture: FpxImage,
  { data: tile, stride }: Tile,
  inside: Inside,
  at: number,
  out: Uint8ClampedArray,
): void {
  const { width, channels, alpha, premultiplied } = picture
  for (let y = 0; y < inside.height; y++) {
    for (let x = 0; x < inside.width; x++) {
      const from = (y * stride + x) * channels
      const opacity = alpha ? (tile[from + channels - 1] as number) : 255
      const scale = premultiplied && opacity > 0 ? 255 / opacity : 1
      const to = at + (y * width + x) * 4
      const rgb = toRgb(picture.space, tile, from)
      for (let c = 0; c < 3; c++) out[to + c] = (rgb[c] as number) * scale
      out[to + 3] = opacity
    }
  }
}

function toRgb(space: number, tile: ArrayLike<number>, from: number): [number, number, number] {
  const [a, b, c] = [tile[from] as number, tile[from + 1] as number, tile[from + 2] as number]
  if (space === MONOCHROME) return [a, a, a]
  if (space === NIF_RGB) return [a, b, c]
  return photoYccToRgb(a, b, c)
}
