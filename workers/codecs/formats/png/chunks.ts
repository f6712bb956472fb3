import { copyBytes, dataView } from '../../shared/bytes.ts'
import { colorsOfPoints, colorsOfProfile } from '../../shared/code-points.ts'
import { dpiFromPerMeter, perMeterFromDpi } from '../../shared/density.ts'
import { exifDpi } from '../../shared/exif.ts'
import { openHead } from '../../shared/head.ts'
import { type Header, type ImageMetadata, UPRIGHT } from '../../shared/header.ts'
import { MAX_PROFILE_BYTES } from '../../shared/icc.ts'
import { inflate } from '../../shared/inflate.ts'
import { exifOrientation } from '../../shared/orientation.ts'
import { pngChunks, SIGNATURE } from '../../shared/png.ts'

const COLOR_TYPE = { gray: 0, grayAlpha: 4, rgba: 6 }

/** Reads the chunks of a PNG (W3C PNG, third edition). Throws an Error if it ends before IEND. */
export async function readPng(bytes: Uint8Array): Promise<Header> {
  const found = headerChunks(bytes)
  const find = (type: string) => found.get(type)
  const header = find('IHDR')
  if (!header || header.length < 13) throw new Error('a PNG without a header')
  if (!find('IEND')) throw new Error('a PNG that is cut off')
  const colorType = header[9] ?? 0
  const iccp = find('iCCP')
  const exif = find('eXIf')
  const profile = iccp && (await readIccp(iccp))
  const dpi = readDensity(find('pHYs')) ?? (exif && exifDpi(exif))
  const points = find('cICP')
  return {
    format: 'png',
    width: dataView(header).getUint32(0),
    height: dataView(header).getUint32(4),
    alpha: colorType === COLOR_TYPE.grayAlpha || colorType === COLOR_TYPE.rgba || !!find('tRNS'),
    orientation: exif ? exifOrientation(exif, bytes) : UPRIGHT,
    // Gray without a profile is the same in sRGB. Code points go before a profile.
    ...((points && colorsOfPoints(points, 8)) ?? colorsOfProfile(profile)),
    ...(dpi && { dpi }),
    ...(exif && { exif: copyBytes(exif) }),
  }
}

/** pHYs: 0 and 4 pixels per unit across and down, 8 unit (1: meter). */
function readDensity(body?: Uint8Array): number | undefined {
  if (!body || body.length < 9 || body[8] !== 1) return undefined
  return dpiFromPerMeter(dataView(body).getUint32(0))
}

const HEADER_CHUNKS = ['IHDR', 'iCCP', 'cICP', 'eXIf', 'pHYs', 'tRNS', 'IEND']

/** The first chunk of each type that matters. A file may have millions of others, so no list of all is made. */
function headerChunks(bytes: Uint8Array): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>()
  for (const { type, body } of pngChunks(bytes)) {
    if (HEADER_CHUNKS.includes(type) && !found.has(type)) found.set(type, body)
  }
  return found
}

/**
 * iCCP: a name that ends with 0, the compression method, then the profile as a zlib stream. Undefined if the stream is
 * broken, or longer than a profile can be.
 */
async function readIccp(body: Uint8Array): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const zlib = body.subarray(body.indexOf(0) + 2)
  const profile = await inflate(zlib, MAX_PROFILE_BYTES + 1).catch(() => undefined)
  return profile && profile.length <= MAX_PROFILE_BYTES ? profile : undefined
}

/** Chunks about color space, density or camera. */
const METADATA_CHUNKS = ['iCCP', 'sRGB', 'cICP', 'gAMA', 'cHRM', 'pHYs', 'eXIf']
/** Bytes within which the chunks before the image end. */
const HEAD = 65_536

/** Replaces the metadata of a PNG: iCCP, pHYs and eXIf. */
export async function setPngMetadata(
  png: Blob,
  { profile, dpi, exif }: ImageMetadata,
): Promise<Blob> {
  const { head, part } = await openHead(png, HEAD)
  const kept: BlobPart[] = [part(0, SIGNATURE)]
  let at = SIGNATURE
  for (const { type, body } of pngChunks(head)) {
    if (type === 'IDAT') break
    const end = at + 12 + body.length
    if (!METADATA_CHUNKS.includes(type)) kept.push(part(at, end))
    if (type === 'IHDR') {
      if (profile) kept.push(await iccpChunk(profile))
      if (dpi) kept.push(physChunk(dpi))
      if (exif) kept.push(chunk('eXIf', exif))
    }
    at = end
  }
  return new Blob([...kept, part(at)], { type: png.type })
}

async function iccpChunk(profile: Uint8Array<ArrayBuffer>): Promise<BlobPart> {
  const stream = new Blob([profile]).stream().pipeThrough(new CompressionStream('deflate'))
  const zlib = new Uint8Array(await new Response(stream).arrayBuffer())
  return chunk('iCCP', new Uint8Array([...new TextEncoder().encode('ICC profile'), 0, 0, ...zlib]))
}

function physChunk(dpi: number): BlobPart {
  const body = new Uint8Array(9)
  const perMeter = perMeterFromDpi(dpi)
  dataView(body).setUint32(0, perMeter)
  dataView(body).setUint32(4, perMeter)
  body[8] = 1
  return chunk('pHYs', body)
}

export function chunk(type: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12 + body.length)
  const data = dataView(bytes)
  data.setUint32(0, body.length)
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i)
  bytes.set(body, 8)
  data.setUint32(8 + body.length, crc32(bytes.subarray(4, 8 + body.length)))
  return bytes
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
