import exifr from 'exifr'
import { dump, TagValues } from 'piexif-ts'
import { describe, expect, it } from 'vitest'
import { decoded, encoded } from '../../scripts/lib/pictures.ts'
import { setJpegMetadata } from '../../workers/codecs/formats/jpeg/segments.ts'
import { setPngMetadata } from '../../workers/codecs/formats/png/chunks.ts'
import { setWebpMetadata } from '../../workers/codecs/formats/webp/chunks.ts'
import { readHeader } from '../../workers/codecs/open-file.ts'
import { bmp } from './files.ts'
import { gradient } from './pictures.ts'
import { run } from './run.ts'

const image = gradient(40, 30)
const formats = ['jpeg', 'png', 'webp'] as const
const tag = { jpeg: setJpegMetadata, png: setPngMetadata, webp: setWebpMetadata }
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

const { ImageIFD, ExifIFD, GPSIFD } = TagValues
const toBytes = (binary: string) => Uint8Array.from(binary, (character) => character.charCodeAt(0))

/** A TIFF block like those of cameras, written by a third-party library. */
const exif = toBytes(
  dump({
    '0th': {
      [ImageIFD.Make]: 'Make & Sons',
      [ImageIFD.Artist]: 'A. Photographer',
      [ImageIFD.Orientation]: 6,
      [ImageIFD.XResolution]: [240, 1],
      [ImageIFD.YResolution]: [240, 1],
      [ImageIFD.ResolutionUnit]: 2,
    },
    Exif: {
      [ExifIFD.DateTimeOriginal]: '2024:05:06 07:08:09',
      [ExifIFD.PixelXDimension]: 4000,
      [ExifIFD.PixelYDimension]: 3000,
      [ExifIFD.FNumber]: [28, 10],
      [ExifIFD.MakerNote]: 'a note of the maker',
    },
    GPS: { [GPSIFD.GPSLatitudeRef]: 'N', [GPSIFD.GPSLatitude]: [[51, 1], [30, 1], [0, 1]] }, // biome-ignore format: degrees
    '1st': { [ImageIFD.Compression]: 6 },
    thumbnail: `\xff\xd8\xff\xfe\x00\x5c${'thumbnail'.repeat(10)}\xff\xdascan\xff\xd9`,
  }),
).subarray(6)

/** Returns the offset of a text in a file, or -1. */
const find = (bytes: Uint8Array, text: string) =>
  new TextDecoder('latin1').decode(bytes).indexOf(text)

/** Reads the density of a file from its bytes. */
async function stated(blob: Blob): Promise<unknown> {
  const bytes = await bytesOf(blob)
  const data = new DataView(bytes.buffer)
  if (blob.type === 'image/jpeg') {
    const at = find(bytes, 'JFIF\0')
    return { unit: bytes[at + 7], x: data.getUint16(at + 8), y: data.getUint16(at + 10) }
  }
  if (blob.type === 'image/png') {
    const at = find(bytes, 'pHYs')
    if (at < 0) return undefined
    return { unit: bytes[at + 12], x: data.getUint32(at + 4), y: data.getUint32(at + 8) }
  }
  const { XResolution, YResolution, ResolutionUnit } = (await tiffOf(blob)) ?? {}
  return { unit: ResolutionUnit, x: XResolution, y: YResolution }
}

/** Reads the EXIF of a file with a third-party library. */
async function tiffOf(blob: Blob) {
  const found = (await readHeader(blob)).exif
  return (
    found && exifr.parse(found, { ifd1: true, gps: true, interop: true, translateValues: false })
  )
}

describe('dpi', () => {
  const expected = {
    jpeg: { unit: 1, x: 300, y: 300 },
    png: { unit: 1, x: 11_811, y: 11_811 },
    webp: { unit: 2, x: 300, y: 300 },
  }

  it.each(formats)('is written into %s', async (output_format) => {
    const { blob } = await run({ url: image, output_format, dpi: 300 })
    expect(await stated(blob)).toEqual(expected[output_format])
    expect((await decoded(blob)).width).toBe(40)
  })

  it.each(formats.flatMap((from) => formats.map((to) => [from, to] as const)))(
    'of a %s survives in a %s',
    async (from, to) => {
      const url = await tag[from](await encoded(image, `image/${from}`), { dpi: 300 })
      const { blob } = await run({ url, output_format: to, width: '50%' })
      expect((await readHeader(blob)).dpi).toBeCloseTo(300, 1)
      expect(await stated(blob)).toEqual(expected[to])
    },
  )

  it('of EXIF alone is read, in centimetres too', async () => {
    const metric = toBytes(
      dump({ '0th': { [ImageIFD.XResolution]: [100, 1], [ImageIFD.ResolutionUnit]: 3 } }),
    ).subarray(6)
    const url = await tag.jpeg(await encoded(image, 'image/jpeg'), { exif: metric })
    expect((await readHeader(url)).dpi).toBeCloseTo(254)
  })

  it('of a bmp survives', async () => {
    const bytes = await bytesOf(bmp(image))
    new DataView(bytes.buffer).setInt32(38, 2835, true)
    const { blob } = await run({ url: new Blob([bytes]), output_format: 'png' })
    expect(await stated(blob)).toEqual({ unit: 1, x: 2835, y: 2835 })
  })

  it("the request's goes before the source's", async () => {
    const url = await tag.png(await encoded(image, 'image/png'), { dpi: 72 })
    const { blob } = await run({ url, dpi: 150, output_format: 'jpeg' })
    expect(await stated(blob)).toEqual({ unit: 1, x: 150, y: 150 })
  })

  it.each(formats)('is not invented: %s', async (output_format) => {
    const { blob } = await run({ url: image, output_format })
    expect(await readHeader(blob)).not.toHaveProperty('dpi')
  })
})

describe('EXIF', () => {
  const tagged = async (format: (typeof formats)[number]) =>
    tag[format](await encoded(image, `image/${format}`), { exif })

  it.each(formats.flatMap((from) => formats.map((to) => [from, to] as const)))(
    'of a %s goes into a %s on request, without orientation and thumbnail',
    async (from, to) => {
      const { blob } = await run({ url: await tagged(from), output_format: to, keep_exif: true })
      const { width, height } = await decoded(blob)
      expect([width, height]).toEqual([30, 40])
      const values = await tiffOf(blob)
      expect(values).toMatchObject({
        Make: 'Make & Sons',
        Artist: 'A. Photographer',
        FNumber: 2.8,
        GPSLatitude: [51, 30, 0],
        ExifImageWidth: 30,
        ExifImageHeight: 40,
        XResolution: 240,
      })
      expect(values).not.toHaveProperty('Orientation')
      expect(values).not.toHaveProperty('ThumbnailLength')
      const bytes = await bytesOf(blob)
      expect(find(bytes, 'thumbnail')).toBe(-1)
      expect(find(bytes, 'a note of the maker')).toBeGreaterThan(0)
    },
  )

  it('keeps every other byte of the block where it is', async () => {
    const { blob, record } = await run({ url: await tagged('jpeg'), keep_exif: true })
    expect(record.warnings).toEqual([])
    const kept = (await readHeader(blob)).exif as Uint8Array
    expect(find(kept, 'a note of the maker')).toBe(find(exif, 'a note of the maker'))
    expect(kept.length).toBeLessThan(exif.length)
  })

  it('takes the density of the request', async () => {
    const { blob } = await run({ url: await tagged('jpeg'), keep_exif: true, dpi: 96 })
    expect(await tiffOf(blob)).toMatchObject({
      XResolution: 96,
      YResolution: 96,
      ResolutionUnit: 2,
    })
    expect(await stated(blob)).toEqual({ unit: 1, x: 96, y: 96 })
  })

  it.each(formats)('stays out of a %s unless asked for', async (output_format) => {
    const { blob } = await run({ url: await tagged('jpeg'), output_format, dpi: 240 })
    const bytes = await bytesOf(blob)
    for (const text of ['Make & Sons', 'A. Photographer', 'a note'])
      expect(find(bytes, text)).toBe(-1)
  })

  it.each([1, 9, 13, 40, 90, 200])('cut off after %i bytes harms nothing', async (length) => {
    const url = await tag.jpeg(await encoded(image, 'image/jpeg'), { exif: exif.slice(0, length) })
    const { record } = await run({ url, keep_exif: true })
    expect(record.status).toBe('complete')
  })
})
