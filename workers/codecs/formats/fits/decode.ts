import type { DecodedImage, RasterInfo } from '../../shared/decoder.ts'
import { rasterInfo } from '../../shared/raster.ts'
import { type SampleType, sampledImage } from '../../shared/samples.ts'
import { type Cards, cardNumber, type Hdu, readHdus } from './header.ts'
import { readTiledImage } from './tiles.ts'

/**
 * FITS (.fits, .fit); the first unit with an image is decoded. Samples of BITPIX bits (8 unsigned, 16, 32, 64; -32 and -64:
 * floats), big-endian, NAXIS1 wide, NAXIS2 high, bottom-up. Three planes are RGB; of any other number the first is shown. Or a
 * table with ZIMAGE, whose rows are compressed tiles (tiles.ts). Values are BZERO + BSCALE * sample: 8 bits and floats are
 * levels of 0 to 255, larger integers of 0 to 65535. BLANK and NaN are black.
 */
const LEVELS_16 = 257

export function info(bytes: Uint8Array): RasterInfo {
  return imageInfo(firstImage(bytes))
}

export async function decode(bytes: Uint8Array): Promise<DecodedImage> {
  const unit = firstImage(bytes)
  const { cards, prefix } = unit
  const size = imageInfo(unit)
  const planes =
    cardNumber(cards, `${prefix}NAXIS`, 0) > 2 && cardNumber(cards, `${prefix}NAXIS3`, 1) === 3
      ? 3
      : 1
  const bits = cardNumber(cards, `${prefix}BITPIX`)
  const tiles = prefix === 'Z' ? await readTiledImage(unit, size, planes) : undefined
  const read = tiles ? tiles.sample : storedSamples(bits)
  const row = size.width * read.bytes
  const layout = {
    from: (size.height - 1) * row,
    row: -row,
    column: read.bytes,
    channels: Array.from({ length: planes }, (_, c) => c * row * size.height),
  }
  return sampledImage(tiles?.bytes ?? unit.data, size, layout, scaledSamples(read, cards, bits))
}

function firstImage(bytes: Uint8Array): Hdu {
  for (const unit of readHdus(bytes)) {
    const kind = unit.cards.get('XTENSION')
    const image = kind === undefined || kind === 'IMAGE' || unit.prefix === 'Z'
    if (image && cardNumber(unit.cards, `${unit.prefix}NAXIS`, 0) > 0) return unit
  }
  throw new Error('Expected an image but received tables or nothing')
}

function imageInfo({ cards, prefix }: Hdu): RasterInfo {
  const [first, second] = [1, 2].map((i) => cardNumber(cards, `${prefix}NAXIS${i}`, 1)) as [
    number,
    number,
  ]
  // A single axis is shown as a column, as other programs do.
  return cardNumber(cards, `${prefix}NAXIS`) === 1
    ? rasterInfo(1, first)
    : rasterInfo(first, second)
}

function storedSamples(bits: number): SampleType {
  const kinds: Record<number, SampleType['level']> = {
    8: (data, at) => data.getUint8(at),
    16: (data, at) => data.getInt16(at),
    32: (data, at) => data.getInt32(at),
    64: (data, at) => Number(data.getBigInt64(at)),
    [-32]: (data, at) => data.getFloat32(at),
    [-64]: (data, at) => data.getFloat64(at),
  }
  const level = kinds[bits]
  if (!level) throw new Error(`Expected a BITPIX of 8 to 64 or -32 or -64 but received ${bits}`)
  return { bytes: Math.abs(bits) / 8, level }
}

function scaledSamples({ bytes, level }: SampleType, cards: Cards, bits: number): SampleType {
  const [zero, scale] = [cardNumber(cards, 'BZERO', 0), cardNumber(cards, 'BSCALE', 1)]
  const blank = bits > 0 ? cardNumber(cards, 'BLANK', Number.NaN) : Number.NaN
  const divisor = bits > 8 ? LEVELS_16 : 1
  return {
    bytes,
    level: (data, at) => {
      const value = level(data, at)
      return value === blank ? 0 : (zero + scale * value) / divisor
    },
  }
}
