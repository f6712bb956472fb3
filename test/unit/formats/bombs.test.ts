import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readAvif } from '../../../workers/codecs/formats/avif/header.ts'
import * as fits from '../../../workers/codecs/formats/fits/decode.ts'
import { chunk, readPng } from '../../../workers/codecs/formats/png/chunks.ts'
import * as tiff from '../../../workers/codecs/formats/tiff/decode.ts'
import { readWebp } from '../../../workers/codecs/formats/webp/chunks.ts'
import { openFile } from '../../../workers/codecs/open-file.ts'
import { CompoundFile } from '../../../workers/codecs/shared/compound-file.ts'
import { decodeJpegComponents } from '../../../workers/codecs/shared/jpeg-components.ts'
import { be16, be32, file, le16, le32, times } from './decoder.ts'

/** Small files whose content claims, or is, far more. */

const png = (part: Uint8Array) =>
  Buffer.concat([
    file('\x89PNG\r\n\x1a\n', chunk('IHDR', file(be32(1, 1), [8, 6, 0, 0, 0]))),
    part,
    chunk('IEND', new Uint8Array()),
  ])

const profile = (bytes: number) => {
  const content = Buffer.alloc(bytes)
  content.write('RGB ', 16)
  return chunk('iCCP', file('p', [0, 0], deflateSync(content)))
}

describe('a profile in a PNG', () => {
  it('is read if it has at most 4 MB', async () => {
    const header = await readPng(png(profile(4 * 2 ** 20)))
    expect(header.profile?.length).toBe(4 * 2 ** 20)
  })

  it('is left out if it inflates to more', async () => {
    const header = await readPng(png(profile(64 * 2 ** 20)))
    expect(header).toMatchObject({ width: 1, height: 1, convertToSrgb: false })
    // A failure that printed the profile would take minutes.
    expect(header.profile?.length).toBeUndefined()
  })
})

describe('files inside files', () => {
  const field = (record: number, number: number, value: Uint8Array) =>
    file([0x1c, record, number], be16(0x8004), be32(value.length), value)
  const wrapped = (inner: Uint8Array) =>
    file(field(3, 120, file([5])), field(8, 10, inner), [0x1c, 9, 10, 0, 0])
  const jpeg = file([0xff, 0xd8, 0xff, 0xc0], be16(11), [8], be16(3, 4), [1, 1, 17, 0, 0xff, 0xd9])

  it('are opened one level deep', async () => {
    const { format, header } = await openFile(new Blob([wrapped(jpeg) as BlobPart]), 'url')
    expect({ ...header, format }).toMatchObject({ format: 'iptc', width: 4, height: 3 })
  })

  it('are refused at the second', async () => {
    const twice = openFile(new Blob([wrapped(wrapped(jpeg)) as BlobPart]), 'url')
    await expect(twice).rejects.toMatchObject({
      code: 'UNIDENTIFIED_IMAGE',
      message: expect.stringContaining('a file inside a file'),
    })
  })
})

describe('boxes of an AVIF', () => {
  it('are read as deep as they can be nested', () => {
    const depth = 20_000
    const nested = Array.from({ length: depth }, (_, i) =>
      file(be32(12 * (depth - i)), 'meta', be32(0)),
    )
    expect(() => readAvif(file(...nested))).toThrow('an AVIF without an image')
  })

  it('are counted', () => {
    const boxes = Buffer.alloc(8 * 70_000).fill(file(be32(8), 'free'))
    expect(() => readAvif(boxes)).toThrow('65536 boxes')
  })
})

describe('millions of empty chunks', () => {
  const COUNT = 500_000
  const grown = async (read: () => unknown) => {
    const before = process.memoryUsage().heapUsed
    await read()
    return (process.memoryUsage().heapUsed - before) / COUNT
  }
  const repeated = (part: Uint8Array) => Buffer.alloc(part.length * COUNT).fill(part)

  it('are not listed for a PNG', async () => {
    const bytes = png(repeated(chunk('teSt', new Uint8Array())))
    expect(await grown(() => readPng(bytes))).toBeLessThan(60)
  })

  it('are not listed for a WebP', async () => {
    const vp8x = file('VP8X', le32(10), times(10))
    const bytes = Buffer.concat([
      file('RIFF', le32(0), 'WEBP', vp8x),
      repeated(file('teSt', le32(0))),
    ])
    expect(await grown(() => readWebp(bytes))).toBeLessThan(60)
  })
})

describe('a compound file', () => {
  const SECTOR = 512
  const FREE = 0xffffffff
  const END = 0xfffffffe
  const entry = (name: string, type: number, links: number[], start: number, size: number) =>
    file(
      Buffer.from(name.padEnd(32, '\0'), 'utf16le'),
      le16(name.length * 2 + 2),
      [type, 1],
      le32(...links),
      times(36),
      le32(start, size, 0),
    )
  const padded = (bytes: Uint8Array) => file(bytes, times(-bytes.length & (SECTOR - 1), 255))
  /** Sector 0 is the table, 1 the directory, the others have content. */
  const of = (table: number[], entries: Uint8Array[], content: Uint8Array) => {
    const header = file(
      '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
      times(16),
      le16(0x3e, 3, 0xfffe, 9, 6),
      times(10),
      le32(1, 1, 0, 4096, END, 0, END, 0, 0),
      ...Array.from({ length: 108 }, () => le32(FREE)),
    )
    return file(header, padded(file(le32(...table))), padded(file(...entries)), content)
  }
  const root = entry('Root Entry', 5, [FREE, FREE, 1], END, 0)
  const content = times(8 * SECTOR, 7)
  const chain = [3, 4, 5, 6, 7, 8, 9, END]

  it('has streams', () => {
    const compound = new CompoundFile(
      of([FREE, END, ...chain], [root, entry('A', 2, [FREE, FREE, FREE], 2, 4096)], content),
    )
    expect(compound.paths).toEqual(['A'])
    expect(compound.read('A')).toEqual(content)
    expect(compound.read('B')).toBeUndefined()
  })

  it('whose chain of sectors is a loop is refused', () => {
    const loop = [3, 2, ...chain.slice(2)]
    const compound = new CompoundFile(
      of([FREE, END, ...loop], [root, entry('A', 2, [FREE, FREE, FREE], 3, 4096)], content),
    )
    expect(() => compound.read('A')).toThrow('longer than itself')
  })

  it('whose entries are a loop ends', () => {
    const compound = new CompoundFile(
      of([FREE, END, ...chain], [root, entry('A', 1, [1, 1, 1], 2, 4096)], content),
    )
    expect(compound.paths).toEqual([])
  })
})

/** A field of a TIFF with one value. */
const tag = (number: number, type: number, value: number) =>
  file(le16(number, type), le32(1, value))

/** A TIFF of one image, with bytes behind its fields. */
const tiffOf = (tags: Uint8Array[], content: Uint8Array = file()) =>
  file('II', le16(42), le32(8), le16(tags.length), ...tags, le32(0), content)

it('a TIFF may not have strips of a gigabyte for an image of a few megapixels', async () => {
  const tags = [
    tag(256, 4, 3000),
    tag(257, 4, 3000),
    tag(258, 3, 32),
    tag(259, 3, 8),
    tag(262, 3, 1),
    tag(273, 4, 0),
    tag(277, 3, 32),
    tag(279, 4, 8),
  ]
  const bytes = tiffOf(tags)
  await expect(tiff.decode(bytes)).rejects.toThrow('far larger than its image')
})

it('a TIFF may not have strips that LZW cannot make of their bytes', async () => {
  const tags = [
    tag(256, 4, 8000),
    tag(257, 4, 8000),
    tag(258, 3, 8),
    tag(259, 3, 5),
    tag(262, 3, 1),
    tag(273, 4, 8),
    tag(279, 4, 100),
  ]
  const bytes = tiffOf(tags, times(100))
  const before = process.memoryUsage().arrayBuffers
  await expect(tiff.decode(bytes)).rejects.toThrow(RangeError)
  // The image itself has 256 MB.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(300e6)
})

it('a FITS file may not have tiles of a million planes', async () => {
  const cards: Record<string, string | number> = {
    XTENSION: "'BINTABLE'",
    BITPIX: 8,
    NAXIS: 2,
    NAXIS1: 8,
    NAXIS2: 1,
    PCOUNT: 0,
    GCOUNT: 1,
    TFIELDS: 1,
    TTYPE1: "'COMPRESSED_DATA'",
    TFORM1: "'1PB'",
    ZIMAGE: 'T',
    ZCMPTYPE: "'RICE_1'",
    ZBITPIX: 16,
    ZNAXIS: 3,
    ZNAXIS1: 100,
    ZNAXIS2: 1,
    ZNAXIS3: 1e6,
    ZTILE3: 1e6,
  }
  const header = (of: typeof cards) =>
    [...Object.entries(of).map(([key, value]) => `${key.padEnd(8)}= ${value}`), 'END']
      .map((card) => card.padEnd(80))
      .join('')
      .padEnd(2880)
  const primary = header({ SIMPLE: 'T', BITPIX: 8, NAXIS: 0 })
  await expect(fits.decode(file(primary, header(cards), times(2880)))).rejects.toThrow('planes')
})

it('a JPEG in another file may not have hundreds of components', async () => {
  const frame = file(
    [0xff, 0xd8, 0xff, 0xc0],
    be16(8 + 3 * 255),
    [8],
    be16(8, 8),
    [255],
    times(765),
  )
  const decoded = decodeJpegComponents(frame, false, { width: 8, height: 8 })
  await expect(decoded).rejects.toThrow('1 to 4 components')
})
