import type { Box, Size } from '../../../../src/plan/size.ts'
import { ascii, copyBytes, dataView } from '../../shared/bytes.ts'
import { exifDpi, exifWithDpi } from '../../shared/exif.ts'
import { type Header, type ImageMetadata, UPRIGHT } from '../../shared/header.ts'
import { isRgbProfile } from '../../shared/icc.ts'
import { exifOrientation } from '../../shared/orientation.ts'

const RIFF_HEADER = 12
/** Fields of an ANMF chunk before the chunks of its frame. */
const FRAME_HEADER = 16
/** Chunks that make up an image. */
const IMAGE_CHUNKS = ['ALPH', 'VP8 ', 'VP8L']
const FLAG = { icc: 0x20, alpha: 0x10, exif: 0x08, animation: 0x02 }

interface Chunk {
  type: string
  body: Uint8Array
}

/** Reads the chunks of a WebP file (RFC 9649). */
export function readWebp(bytes: Uint8Array): Header {
  const found = headerChunks(bytes)
  const find = (type: string) => found.get(type)
  const chunk = find('EXIF')
  const exif = chunk && withoutExifPrefix(chunk)
  const dpi = exif && exifDpi(exif)
  const profile = find('ICCP')
  return {
    format: 'webp',
    ...sizeAndAlpha(find),
    orientation: exif ? exifOrientation(exif, bytes) : UPRIGHT,
    convertToSrgb: profile !== undefined && !isRgbProfile(profile),
    ...(isAnimated(find('VP8X')) && { animated: true }),
    ...(profile && { profile: copyBytes(profile) }),
    ...(dpi && { dpi }),
    ...(exif && { exif: copyBytes(exif) }),
  }
}

const isAnimated = (extended: Uint8Array = new Uint8Array()) =>
  ((extended[0] ?? 0) & FLAG.animation) !== 0

/** Some writers put the prefix that JPEG needs before the TIFF block. */
const withoutExifPrefix = (exif: Uint8Array) =>
  ascii(exif, 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif

function sizeAndAlpha(find: (type: string) => Uint8Array | undefined) {
  const extended = find('VP8X')
  if (extended && extended.length >= 10) {
    const width = 1 + uint24(extended, 4)
    const height = 1 + uint24(extended, 7)
    return { width, height, alpha: ((extended[0] ?? 0) & FLAG.alpha) !== 0 }
  }
  const lossless = find('VP8L')
  if (lossless && lossless.length >= 5) {
    const bits = dataView(lossless).getUint32(1, true)
    return {
      width: 1 + (bits & 0x3fff),
      height: 1 + ((bits >> 14) & 0x3fff),
      alpha: ((bits >> 28) & 1) === 1,
    }
  }
  const lossy = find('VP8 ')
  if (lossy && lossy.length >= 10) {
    const data = dataView(lossy)
    return {
      width: data.getUint16(6, true) & 0x3fff,
      height: data.getUint16(8, true) & 0x3fff,
      alpha: false,
    }
  }
  throw new Error('a WebP without an image')
}

const uint24 = (bytes: Uint8Array, at: number) =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)

const HEADER_CHUNKS = ['VP8X', 'VP8L', 'VP8 ', 'ICCP', 'EXIF']

/** The first chunk of each type that matters. A file may have millions of others, so no list of all is made. */
function headerChunks(bytes: Uint8Array): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>()
  for (const { type, body } of chunks(bytes)) {
    if (HEADER_CHUNKS.includes(type) && !found.has(type)) found.set(type, body)
  }
  return found
}

function* chunks(bytes: Uint8Array, from = RIFF_HEADER): Generator<Chunk> {
  const data = dataView(bytes)
  let at = from
  while (at + 8 <= bytes.length) {
    const length = data.getUint32(at + 4, true)
    yield { type: ascii(bytes, at, 4), body: bytes.subarray(at + 8, at + 8 + length) }
    at += 8 + length + (length & 1)
  }
}

function firstAnimationFrame(bytes: Uint8Array): Uint8Array | undefined {
  for (const { type, body } of chunks(bytes)) if (type === 'ANMF') return body
  return undefined
}

/** Extracts the first frame of an animation as a still WebP, with its box on the canvas. */
export function firstFrame(bytes: Uint8Array): (Box & { file: Blob }) | undefined {
  const frame = firstAnimationFrame(bytes)
  if (!frame) return undefined
  const size = { width: 1 + uint24(frame, 6), height: 1 + uint24(frame, 9) }
  const image = [...chunks(frame, FRAME_HEADER)].filter(({ type }) => IMAGE_CHUNKS.includes(type))
  const parts = image.map(({ type, body }) => chunk(type, body))
  const file = buildWebp(size, FLAG.alpha, parts)
  return { file, ...size, x: 2 * uint24(frame, 0), y: 2 * uint24(frame, 3) }
}

/**
 * Replaces the metadata of a WebP: ICCP and EXIF, which make it an extended file. EXIF is the only place for a density.
 */
export async function setWebpMetadata(
  webp: Blob,
  { profile, dpi, exif }: ImageMetadata,
): Promise<Blob> {
  const bytes = new Uint8Array(await webp.arrayBuffer())
  const all = [...chunks(bytes)]
  const tiff = exif ?? (dpi ? exifWithDpi(dpi) : undefined)
  const tagged = profile || tiff || all.some(({ type }) => ['ICCP', 'EXIF', 'XMP '].includes(type))
  if (!tagged) return webp
  const { alpha, ...size } = readWebp(bytes)
  const flags = (profile ? FLAG.icc : 0) | (alpha ? FLAG.alpha : 0) | (tiff ? FLAG.exif : 0)
  const image = all.filter(({ type }) => IMAGE_CHUNKS.includes(type))
  return buildWebp(size, flags, [
    ...(profile ? [chunk('ICCP', profile)] : []),
    ...image.map(({ type, body }) => chunk(type, body)),
    ...(tiff ? [chunk('EXIF', tiff)] : []),
  ])
}

/** Builds a file in the extended format (VP8X). */
function buildWebp({ width, height }: Size, flags: number, inner: Uint8Array<ArrayBuffer>[]): Blob {
  const extended = new Uint8Array(10)
  extended[0] = flags
  setUint24(extended, 4, width - 1)
  setUint24(extended, 7, height - 1)
  const parts = [chunk('VP8X', extended), ...inner]
  const riff = new Uint8Array(RIFF_HEADER)
  riff.set(new TextEncoder().encode('RIFF'))
  dataView(riff).setUint32(
    4,
    parts.reduce((sum, part) => sum + part.length, 4),
    true,
  )
  riff.set(new TextEncoder().encode('WEBP'), 8)
  return new Blob([riff, ...parts], { type: 'image/webp' })
}

function setUint24(bytes: Uint8Array, at: number, value: number) {
  bytes.set([value & 255, (value >> 8) & 255, value >> 16], at)
}

function chunk(type: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 + body.length + (body.length & 1))
  bytes.set(new TextEncoder().encode(type))
  dataView(bytes).setUint32(4, body.length, true)
  bytes.set(body, 8)
  return bytes
}
