import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import {
  be16,
  be32,
  decodesGoodFiles,
  file,
  greys,
  pixels,
  refusesBrokenFiles,
  times,
} from '../../../../test/unit/formats/decoder.ts'
import { expectCutsToThrow } from '../../../../test/unit/formats/samples.ts'
import { sniff } from '../../formats.ts'
import * as fits from './decode.ts'

refusesBrokenFiles(/\.fits$/, fits)
decodesGoodFiles('FITS', fits)

const BLOCK = 2880

const block = (data: ArrayLike<number>) =>
  file(data, times(-data.length & (BLOCK - 1) && BLOCK - (data.length % BLOCK)))

const header = (cards: Record<string, string | number>) =>
  block(
    file(
      ...Object.entries(cards).map(([key, value]) =>
        `${key.padEnd(8)}= ${String(value).padStart(20)} / c`.padEnd(80),
      ),
      'END'.padEnd(80),
    ),
  )

const of = (bits: number, axes: number[], data: ArrayLike<number>, more = {}) => {
  const sides = Object.fromEntries(axes.map((side, i) => [`NAXIS${i + 1}`, side]))
  return file(
    header({ SIMPLE: 'T', BITPIX: bits, NAXIS: axes.length, ...sides, ...more }),
    block(data),
  )
}

const floats = (size: 4 | 8, ...values: number[]) => {
  const data = new DataView(new ArrayBuffer(values.length * size))
  for (const [i, value] of values.entries()) {
    if (size === 4) data.setFloat32(i * size, value)
    else data.setFloat64(i * size, value)
  }
  return new Uint8Array(data.buffer)
}

it.each([
  ['8 bits from the bottom', of(8, [1, 2], [7, 9]), greys(9, 7)],
  ['16 bits', of(16, [2, 1], be16(257, -5)), greys(1, 0)],
  ['16 bits without sign', of(16, [2, 1], be16(-32_768, 32_767), { BZERO: 32_768 }), greys(0, 255)],
  ['32 bits', of(32, [2, 1], be32(257, 99_999)), greys(1, 255)],
  ['64 bits', of(64, [2, 1], be32(0, 257, 0, 514)), greys(1, 2)],
  ['floats', of(-32, [3, 1], floats(4, 7, 300, Number.NaN)), greys(7, 255, 0)],
  ['doubles with a scale', of(-64, [2, 1], floats(8, 0, 0.5), { BSCALE: '2.0D2' }), greys(0, 100)],
  ['what is blank', of(16, [2, 1], be16(257, 9999), { BLANK: 9999 }), greys(1, 0)],
  [
    'three planes',
    of(8, [2, 1, 3], [1, 2, 3, 4, 5, 6]),
    [
      [1, 3, 5, 255],
      [2, 4, 6, 255],
    ],
  ],
  ['the first of two planes', of(8, [2, 1, 2], [1, 2, 3, 4]), greys(1, 2)],
])('reads %s', async (_, bytes, expected) => {
  expect(sniff(bytes)).toBe('fits')
  expect(pixels(await fits.decode(bytes))).toEqual(expected)
})

it('looks for a picture behind an empty first unit', async () => {
  const image = { XTENSION: "'IMAGE   '", BITPIX: 8, NAXIS: 2, NAXIS1: 1, NAXIS2: 1 }
  const bytes = file(header({ SIMPLE: 'T', BITPIX: 8, NAXIS: 0 }), header(image), block([7]))
  expect(pixels(await fits.decode(bytes))).toEqual(greys(7))
})

/** 3 x 2 numbers, one tile per row. */
function tiled(
  bits: number,
  method: string,
  tiles: Uint8Array[],
  more = {},
  columns: Uint8Array[] = [],
) {
  const width = 8 + (columns[0]?.length ?? 0)
  const offsets = tiles.map((_, i) => tiles.slice(0, i).reduce((sum, tile) => sum + tile.length, 0))
  const rows = tiles.map((tile, i) => file(be32(tile.length, offsets[i] ?? 0), columns[i] ?? []))
  const heap = file(...tiles)
  const cards = {
    XTENSION: "'BINTABLE'",
    ...{ BITPIX: 8, NAXIS: 2, NAXIS1: width, NAXIS2: 2, PCOUNT: heap.length, GCOUNT: 1 },
    ...{ TFIELDS: columns.length > 0 ? 3 : 1, TTYPE1: "'COMPRESSED_DATA'", TFORM1: "'1PB(99)'" },
    ...{ TTYPE2: "'ZSCALE'", TFORM2: "'1D'", TTYPE3: "'ZZERO'", TFORM3: "'1D'" },
    ...{ ZIMAGE: 'T', ZBITPIX: bits, ZNAXIS: 2, ZNAXIS1: 3, ZNAXIS2: 2, ZCMPTYPE: `'${method}'` },
    ...more,
  }
  return file(
    header({ SIMPLE: 'T', BITPIX: 8, NAXIS: 0 }),
    header(cards),
    block(file(...rows, heap)),
  )
}

const zip = (data: ArrayLike<number>) => new Uint8Array(gzipSync(file(data)))
/** All high bytes, then all low bytes. */
const shuffled = (...values: number[]) => [
  ...values.map((value) => value >> 8),
  ...values.map((value) => value & 255),
]
/** The first value 257 in 16 bits, then 4 bits with the encoding of the differences. */
const rice = {
  // 0: 0, 2 and 1 (for 0, 1 and -1) in unary: as many zeros, then a one.
  zeros: [0x01, 0x01, 0b0001_1_001, 0b01_000000],
  // 2: 0, 5 and 10 (for 0, -3 and 5): in unary without the two low bits, which follow.
  split: [0x01, 0x01, 0b0011_1_00_0, 0b1_01_001_10],
  // 0, 5 and 10 in 16 bits each.
  whole: [0x01, 0x01, 0xf0, 0x00, 0x00, 0x00, 0x50, 0x00, 0xa0],
  // All differences are 0.
  none: [0x01, 0x01, 0],
}

it.each([
  ['GZIP_1', tiled(16, 'GZIP_1', [zip(be16(257, 514, 771)), zip(be16(1028, 0, 0))])],
  [
    'GZIP_1 of wider numbers',
    tiled(16, 'GZIP_1', [zip(be32(257, 514, 771)), zip(be32(1028, 0, 0))]),
  ],
  ['GZIP_2', tiled(16, 'GZIP_2', [zip(shuffled(257, 514, 771)), zip(shuffled(1028, 0, 0))])],
  ['GZIP_1 of floats', tiled(-32, 'GZIP_1', [zip(floats(4, 1, 2, 3)), zip(floats(4, 4, 0, 0))])],
  [
    'floats in steps',
    tiled(-32, 'GZIP_1', [zip(be32(0, 2, 4)), zip(be32(6, -2, -2))], {}, [
      floats(8, 0.5, 1),
      floats(8, 0.5, 1),
    ]),
  ],
])('reads tiles in %s', async (_, bytes) => {
  expect(pixels(await fits.decode(bytes))).toEqual(greys(4, 0, 0, 1, 2, 3))
})

it.each([
  ['zeros', [7, 8, 7]],
  ['split', [7, 4, 9]],
  ['whole', [7, 4, 9]],
  ['none', [7, 7, 7]],
] as const)('reads tiles in RICE_1, %s', async (name, row) => {
  const cards = { ZNAME1: "'BYTEPIX'", ZVAL1: 2, BZERO: -250 * 257, BSCALE: 257 }
  const bytes = tiled(16, 'RICE_1', [file(rice.zeros), file(rice[name])], cards)
  expect(pixels(await fits.decode(bytes))).toEqual(greys(...row, 7, 8, 7))
})

it('refuses tables, other tiles and what is cut off', async () => {
  const none = header({ SIMPLE: 'T', BITPIX: 8, NAXIS: 0 })
  expect(() => fits.info(none)).toThrow('image')
  await expect(fits.decode(tiled(16, 'PLIO_1', [zip([]), zip([])]))).rejects.toThrow('PLIO_1')
  const plain = of(8, [1, 2], [7, 9])
  await expectCutsToThrow(plain, fits.decode, BLOCK + 2)
  const tiles = tiled(16, 'GZIP_1', [zip(be16(257, 514, 771)), zip(be16(1028, 0, 0))])
  await expectCutsToThrow(tiles, fits.decode, BLOCK * 2 + 16)
})
