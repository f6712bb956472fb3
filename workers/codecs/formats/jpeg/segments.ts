import { ascii, concatBytes, copyBytes, dataView } from '../../shared/bytes.ts'
import { validDpi } from '../../shared/density.ts'
import { exifDpi } from '../../shared/exif.ts'
import { openHead } from '../../shared/head.ts'
import { type Header, type ImageMetadata, UPRIGHT } from '../../shared/header.ts'
import { isRgbProfile } from '../../shared/icc.ts'
import { exifOrientation } from '../../shared/orientation.ts'
import { qualityOf, quantizationSums } from './quality.ts'

const ICC = 'ICC_PROFILE\0'
/** Bytes of profile per APP2 segment: 65535 less the length field, the signature and two counters. */
const ICC_CHUNK = 65_535 - 2 - ICC.length - 2

const JFIF = 'JFIF\0'
const EXIF = 'Exif\0\0'
/** Bytes per segment: its length field has 16 bits and includes itself. */
const MAX_BODY = 65_535 - 2

const SCAN = 0xda
const END = 0xd9
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7

const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/**
 * Reads the segments of a JPEG up to its first scan (ITU-T T.81 annex B; ICC.1 annex B.4 for the profile). Metadata may
 * follow the frame header.
 */
export function readJpeg(bytes: Uint8Array): Header {
  const icc: Uint8Array[] = []
  let orientation = UPRIGHT
  let density: number | undefined
  let exif: Uint8Array | undefined
  let frame: Uint8Array | undefined
  const tables = new Map<number, number>()
  for (const { marker, body } of segments(bytes)) {
    if (marker === 0xe0 && ascii(body, 0, JFIF.length) === JFIF) {
      density = readDensity(body)
    } else if (marker === 0xe1 && ascii(body, 0, EXIF.length) === EXIF && !exif) {
      exif = body.subarray(EXIF.length)
      orientation = exifOrientation(exif, bytes)
    } else if (marker === 0xe2 && ascii(body, 0, ICC.length) === ICC) {
      icc[(body[ICC.length] ?? 1) - 1] = body.subarray(ICC.length + 2)
    } else if (marker === 0xdb) {
      for (const [id, sum] of quantizationSums(body)) tables.set(id, sum)
    } else if (isFrameHeader(marker) && body.length >= 6) {
      frame ??= body
    }
  }
  if (!frame) throw new Error('a JPEG without a frame header')
  const [width, height] = [dataView(frame).getUint16(3), dataView(frame).getUint16(1)]
  requireFewScans(bytes, width * height)
  // Missing segments leave holes.
  const profile = icc.length > 0 ? concatBytes(icc.filter(Boolean)) : undefined
  // A component states its number, its sampling and its table; the first is luminance.
  const table = tables.get(frame[8] ?? 0)
  const dpi = density ?? (exif && exifDpi(exif))
  return {
    format: 'jpeg',
    width,
    height,
    alpha: false,
    orientation,
    // One component is gray, which without a profile is the same in sRGB. Four are CMYK.
    convertToSrgb: frame[5] === 4 || (profile !== undefined && !isRgbProfile(profile)),
    ...(table && { quality: qualityOf(table) }),
    ...(profile && { profile }),
    ...(dpi && { dpi }),
    ...(exif && { exif: copyBytes(exif) }),
  }
}

/** Encoders write up to some 14 scans. A decoder goes over all pixels for each: by so many in all it takes seconds. */
const USUAL_SCANS = 24
const MAX_SCANS = 500
const MAX_SCANNED_PIXELS = 5e8

/** A browser's decoder cannot be stopped: not by a deadline, and not by the end of the worker that asked for it. */
function requireFewScans(bytes: Uint8Array, pixels: number): void {
  let scans = 0
  for (const { marker } of segments(bytes, true)) if (marker === SCAN) scans++
  if (scans > Math.min(MAX_SCANS, Math.max(USUAL_SCANS, MAX_SCANNED_PIXELS / pixels))) {
    throw new Error(`a JPEG of ${scans} scans, which would take too long to decode`)
  }
}

/** Whether samples are coded arithmetically rather than by Huffman. */
export function isArithmetic(bytes: Uint8Array): boolean {
  for (const { marker } of segments(bytes)) if (isFrameHeader(marker)) return marker > 0xc8
  return false
}

/** JFIF APP0: 7 unit (0: none, 1: inch, 2: centimeter), 8 horizontal density. */
function readDensity(body: Uint8Array): number | undefined {
  if (body.length < 12 || !body[7]) return undefined
  const value = dataView(body).getUint16(8)
  return validDpi(body[7] === 2 ? value * 2.54 : value)
}

/** Those before the first scan, or all up to the end of the image. Decoders skip bytes that are no marker. */
function* segments(
  bytes: Uint8Array,
  all = false,
): Generator<{ marker: number; body: Uint8Array }> {
  const data = dataView(bytes)
  let at = 2
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 4 > bytes.length) return
    const marker = bytes[at + 1] ?? 0
    if (marker === 0 || marker === 0xff || isRestart(marker)) {
      at++
      continue
    }
    if (marker === END || (marker === SCAN && !all)) return
    const end = at + 2 + data.getUint16(at + 2)
    if (end > bytes.length) return
    yield { marker, body: bytes.subarray(at + 4, end) }
    at = end
  }
}

/** Bytes within which the segments of a browser's encoder end. */
const HEAD = 65_536

/**
 * Replaces the metadata of a JPEG: JFIF with the density, EXIF, and profile. EXIF that does not fit into a segment is
 * left out.
 */
export async function setJpegMetadata(
  jpeg: Blob,
  { profile, dpi, exif }: ImageMetadata,
): Promise<Blob> {
  const { head, part } = await openHead(jpeg, HEAD)
  const others: BlobPart[] = []
  let at = 2
  for (const { marker, body } of segments(head)) {
    const end = at + 4 + body.length
    if (![0xe0, 0xe1, 0xe2].includes(marker)) others.push(part(at, end))
    at = end
  }
  const fits = exif && EXIF.length + exif.length <= MAX_BODY
  const parts = [
    part(0, 2),
    ...jfifSegment(dpi),
    ...(fits ? segment(0xe1, [EXIF, exif]) : []),
    ...(profile ? profileSegments(profile) : []),
    ...others,
    part(at),
  ]
  return new Blob(parts, { type: jpeg.type })
}

/** JFIF 1.01 with a density per inch, or without one, which states that pixels are square. */
function jfifSegment(dpi?: number): BlobPart[] {
  const density = dpi ? Math.max(1, Math.round(dpi)) : 1
  const [high, low] = [density >> 8, density & 255]
  const body = new Uint8Array([1, 1, dpi ? 1 : 0, high, low, high, low, 0, 0])
  return segment(0xe0, [JFIF, body])
}

function segment(marker: number, parts: (string | Uint8Array<ArrayBuffer>)[]): BlobPart[] {
  const length = 2 + parts.reduce((sum, part) => sum + part.length, 0)
  return [new Uint8Array([0xff, marker, length >> 8, length & 255]), ...parts]
}

function profileSegments(profile: Uint8Array): BlobPart[] {
  const count = Math.ceil(profile.length / ICC_CHUNK)
  return Array.from({ length: count }, (_, i) => {
    const chunk = copyBytes(profile.subarray(i * ICC_CHUNK, (i + 1) * ICC_CHUNK))
    return segment(0xe2, [ICC, new Uint8Array([i + 1, count]), chunk])
  }).flat()
}
