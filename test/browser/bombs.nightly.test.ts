import { expect, it } from 'vitest'
import { encoded } from '../../scripts/lib/pictures.ts'
import { chunk } from '../../workers/codecs/formats/png/chunks.ts'
import { manyScans } from '../many-scans.ts'
import { gradient } from './pictures.ts'
import { run } from './run.ts'

/** Files that unpack to far more than they are, that repeat themselves, or that lead back to themselves. */

const ANSWERS = ['an image', 'UNIDENTIFIED_IMAGE', 'TOO_LARGE', 'TIMEOUT']
/** The header and the pixels have 30 s each, of the worker's own time. */
const SOON_MS = 120_000
/** A picture of 121 megapixels is below the limit. */
const SIDE = 11_000

type Bytes = Uint8Array<ArrayBuffer>

const text = (characters: string): Bytes =>
  Uint8Array.from(characters, (character) => character.charCodeAt(0))
const le16 = (...values: number[]) => new Uint8Array(Uint16Array.from(values).buffer)
const le32 = (...values: number[]) => new Uint8Array(Uint32Array.from(values).buffer)
const be16 = (...values: number[]) => Uint8Array.from(values.flatMap((v) => [v >> 8, v & 255]))
const be32 = (...values: number[]) => be16(...values.flatMap((v) => [v >>> 16, v & 0xffff]))
const join = async (...parts: BlobPart[]): Promise<Bytes> =>
  new Uint8Array(await new Blob(parts).arrayBuffer())
const repeated = (part: Bytes, count: number): Blob => {
  const block = new Uint8Array(part.length * 1000)
  for (let at = 0; at < block.length; at += part.length) block.set(part, at)
  return new Blob(Array(Math.ceil(count / 1000)).fill(block))
}

/** Zeros, packed a thousandfold. No Blob holds 3 GB of them. */
async function packed(bytes: number, format: 'deflate' | 'gzip' = 'deflate'): Promise<Bytes> {
  let left = bytes
  const zeros = new ReadableStream<Bytes>({
    pull(controller) {
      if (left === 0) return controller.close()
      const size = Math.min(left, 1e6)
      left -= size
      controller.enqueue(new Uint8Array(size))
    },
  })
  const packing = new CompressionStream(format)
  return new Uint8Array(await new Response(zeros.pipeThrough(packing)).arrayBuffer())
}

const header = (side: number) => chunk('IHDR', join8(be32(side, side), [8, 6, 0, 0, 0]))
const join8 = (...parts: Iterable<number>[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
const png = async (chunks: BlobPart, side = 1, pixels = packed(1000)) =>
  join(text('\x89PNG\r\n\x1a\n'), header(side), chunks, chunk('IDAT', await pixels), chunk('IEND', new Uint8Array())) // biome-ignore format: in order
const commented = async (type: string, start: string) =>
  chunk(type, await join(text(start), await packed(1e9)))

const segment = (marker: number, body: Iterable<number>) => {
  const bytes = [...body]
  return join8([0xff, marker], be16(bytes.length + 2), bytes)
}
/** A progressive JPEG of one color whose scans have no content. */
const scans = (count: number) =>
  new Blob([
    join8([0xff, 0xd8], segment(0xdb, [0, ...Array(64).fill(1)])),
    segment(0xc2, join8([8], be16(SIDE, SIDE), [1, 1, 0x11, 0])),
    segment(0xc4, [0, 1, ...Array(16).fill(0)]),
    segment(0xc4, [0x10, 1, ...Array(16).fill(0)]),
    join8(segment(0xda, [1, 1, 0, 0, 0, 0]), Array(10).fill(0)),
    repeated(join8(segment(0xda, [1, 1, 0, 1, 0x3f, 0]), [0, 0, 0, 0]), count),
  ])

const gif = (side: number, blocks: BlobPart) =>
  new Blob([text('GIF89a'), le16(side, side), new Uint8Array([0x80, 0, 0, 0, 0, 0, 255, 255, 255]), blocks]) // biome-ignore format: in order
const frame = join8([0x2c], le16(0, 0, 1, 1), [0, 2, 2, 0x44, 1, 0])

/** A TIFF of a pixel with one more field; `next` is the directory after its first. */
const tiff = (tag: number, value: number, next: number) => {
  const short = (name: number, number: number) => join8(le16(name, 3), le32(1, number))
  const fields = [short(256, 1), short(257, 1), short(258, 8), short(259, 1), short(262, 1), join8(le16(273, 4), le32(1, 0)), join8(le16(tag, 4), le32(1, value))] // biome-ignore format: a table
  return new Blob([text('II*\0'), le32(8), le16(fields.length), ...fields, le32(next)])
}

const bmp = (compression: number) =>
  new Blob([text('BM'), le32(0, 0, 1078), le32(40, SIDE, SIDE), le16(1, 8), le32(compression, 0, 0, 0, 0, 0), new Uint8Array(1024), new Uint8Array([0, 1])]) // biome-ignore format: in order
const icon = (picture: Bytes) =>
  new Blob([le16(0, 1, 1), new Uint8Array([0, 0, 0, 0]), le16(1, 32), le32(picture.length, 22), picture]) // biome-ignore format: in order
const box = (type: string) => join8(be32(8), text(type))
const heif = (brand: string, boxes: Blob) =>
  new Blob([be32(20), text(`ftyp${brand}\0\0\0\0${brand}`), boxes])

const bombs: [string, () => BlobPart | Promise<BlobPart>][] = [
  ['a zTXt of 1 GB', async () => png(await commented('zTXt', 'Comment\0\0'))],
  ['an iTXt of 1 GB', async () => png(await commented('iTXt', 'Comment\0\x01\0\0\0'))],
  [
    'an iCCP of 3 GB',
    async () => png(chunk('iCCP', await join(text('icc\0\0'), await packed(3e9)))),
  ],
  ['IDAT of 1 GB for a pixel', () => png('', 1, packed(1e9))],
  ['a million chunks', () => png(repeated(chunk('teSt', new Uint8Array()), 1e6))],
  ['a JPEG of 20,000 scans', () => scans(20_000)],
  ['a small JPEG of 40,000 scans', () => manyScans(64, 40_000)],
  ['a million comments in a JPEG', async () => new Blob([text('\xff\xd8'), repeated(segment(0xfe, []), 1e6), (await encoded(gradient(9, 9), 'image/jpeg')).slice(2)])], // biome-ignore format: a row
  ['a GIF of a million frames', () => gif(1, repeated(frame, 1e6))],
  ['a GIF of a million stray bytes', () => gif(1, repeated(new Uint8Array(1), 1e7))],
  ['a TIFF whose next directory is its first', () => tiff(305, 0, 8)],
  ['a TIFF that is in itself', () => tiff(330, 8, 0)],
  ['a TIFF whose EXIF is itself', () => tiff(34_665, 8, 0)],
  ['a BMP of 121 megapixels in two bytes', () => bmp(1)],
  ['an icon with a PNG of 1 GB', async () => icon(await png('', 1, packed(1e9)))],
  ['HEIC of a million boxes', () => heif('heic', repeated(box('free'), 1e6))],
  ['CR3 of a million boxes', () => heif('crx ', repeated(box('moov'), 1e6))],
  ['an XPM of comments', () => new Blob(['/* XPM */\n', repeated(text('/*'), 5e6)])],
  ['an EPS of brackets', () => new Blob(['%!PS-Adobe-3.0 EPSF-3.0\n', repeated(text('('), 1e7)])],
  ['1 GB by gzip', () => packed(1e9, 'gzip')],
]

it.each(bombs)('%s ends in an image or an error', async (_, make) => {
  const url = new Blob([await make()])
  expect(url.size).toBeLessThan(30e6)
  const start = performance.now()
  const refusal = await run({ url, width: 16, output_format: 'png' }).catch((error) => error)
  expect(ANSWERS).toContain(refusal.code ?? 'an image')
  if (refusal.code) expect(refusal.path).toBe('url')
  expect(performance.now() - start).toBeLessThan(SOON_MS)
})

it('a good file after them is an image', async () => {
  const url = await encoded(gradient(40, 30), 'image/jpeg')
  expect((await run({ url, width: 16 })).record.details).toMatchObject({ width: 16 })
})
