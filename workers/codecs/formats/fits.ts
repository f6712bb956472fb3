import { type Cards, type Hdu, numberIn, units } from './fits-header.ts'
import { joinedTiles } from './fits-tiles.ts'
import type { Decoded, Facts } from './format.ts'
import { type Sample, sampledImage, sized } from './raster.ts'

/**
 * FITS (.fits, .fit), the first unit that holds an image: numbers of BITPIX bits (8 without sign, 16, 32, 64; -32 and -64
 * floats), big-endian, NAXIS1 wide, NAXIS2 high, rows from the bottom; three planes are RGB, of others the first is shown. Or a
 * table with ZIMAGE, whose rows hold compressed tiles of it (fits-tiles.ts). What is shown is BZERO + BSCALE * number: 8
 * bits and floats are levels of 0 to 255, integers of more bits are of 0 to 65535. BLANK and NaN are black.
 */
const LEVELS_16 = 257

export function facts(bytes: Uint8Array): Facts {
  return sizeOf(imageIn(bytes))
}

export async function decode(bytes: Uint8Array): Promise<Decoded> {
  const unit = imageIn(bytes)
  const { cards, prefix } = unit
  const size = sizeOf(unit)
  const planes =
    numberIn(cards, `${prefix}NAXIS`, 0) > 2 && numberIn(cards, `${prefix}NAXIS3`, 1) === 3 ? 3 : 1
  const bits = numberIn(cards, `${prefix}BITPIX`)
  const tiles = prefix === 'Z' ? await joinedTiles(unit, size, planes) : undefined
  const read = tiles ? tiles.sample : stored(bits)
  const row = size.width * read.bytes
  const layout = {
    from: (size.height - 1) * row,
    row: -row,
    column: read.bytes,
    channels: Array.from({ length: planes }, (_, c) => c * row * size.height),
  }
  return sampledImage(tiles?.bytes ?? unit.data, size, layout, shown(read, cards, bits))
}

function imageIn(bytes: Uint8Array): Hdu {
  for (const unit of units(bytes)) {
    const kind = unit.cards.get('XTENSION')
    const image = kind === undefined || kind === 'IMAGE' || unit.prefix === 'Z'
    if (image && numberIn(unit.cards, `${unit.prefix}NAXIS`, 0) > 0) return unit
  }
  throw new Error('Expected an image but received tables or nothing')
}

function sizeOf({ cards, prefix }: Hdu): Facts {
  const [first, second] = [1, 2].map((i) => numberIn(cards, `${prefix}NAXIS${i}`, 1)) as [
    number,
    number,
  ]
  // A row of numbers stands upright, as other programs show it.
  return numberIn(cards, `${prefix}NAXIS`) === 1 ? sized(1, first) : sized(first, second)
}

function stored(bits: number): Sample {
  const kinds: Record<number, Sample['level']> = {
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

function shown({ bytes, level }: Sample, cards: Cards, bits: number): Sample {
  const [zero, scale] = [numberIn(cards, 'BZERO', 0), numberIn(cards, 'BSCALE', 1)]
  const blank = bits > 0 ? numberIn(cards, 'BLANK', Number.NaN) : Number.NaN
  const divisor = bits > 8 ? LEVELS_16 : 1
  return {
    bytes,
    level: (data, at) => {
      const value = level(data, at)
      return value === blank ? 0 : (zero + scale * value) / divisor
    },
  }
}
