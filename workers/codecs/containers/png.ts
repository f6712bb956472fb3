import { tiffDpi } from './exif.ts'
import {
  ascii,
  copyOf,
  fromPerMetre,
  type Header,
  isRgbProfile,
  type Tags,
  tiffOrientation,
  toPerMetre,
  upright,
  view,
} from './header.ts'

const SIGNATURE = 8
const COLOUR_TYPE = { grey: 0, greyAlpha: 4, rgba: 6 }

interface Chunk {
  type: string
  body: Uint8Array
}

/** Reads the chunks of a PNG (W3C PNG, third edition). Throws where it ends before IEND. */
export async function readPng(bytes: Uint8Array): Promise<Header> {
  const all = [...chunks(bytes)]
  const find = (type: string) => all.find((chunk) => chunk.type === type)?.body
  const header = find('IHDR')
  if (!header || header.length < 13) throw new Error('a PNG without a header')
  if (!find('IEND')) throw new Error('a PNG that is cut off')
  const colourType = header[9] ?? 0
  const iccp = find('iCCP')
  const exif = find('eXIf')
  const profile = iccp && (await readIccp(iccp))
  const dpi = readDensity(find('pHYs')) ?? (exif && tiffDpi(exif))
  const rgb = !profile || isRgbProfile(profile)
  return {
    format: 'png',
    width: view(header).getUint32(0),
    height: view(header).getUint32(4),
    alpha:
      colourType === COLOUR_TYPE.greyAlpha || colourType === COLOUR_TYPE.rgba || !!find('tRNS'),
    orientation: exif ? tiffOrientation(exif, bytes) : upright,
    // Grey numbers without a profile are those of sRGB already.
    notRgb: !rgb,
    ...(profile && { profile }),
    ...(dpi && { dpi }),
    ...(exif && { exif: copyOf(exif) }),
  }
}

/** pHYs: pixels across and down for a unit; unit 1 is the metre. */
function readDensity(body?: Uint8Array): number | undefined {
  if (!body || body.length < 9 || body[8] !== 1) return undefined
  return fromPerMetre(view(body).getUint32(0))
}

function* chunks(bytes: Uint8Array): Generator<Chunk> {
  const data = view(bytes)
  let at = SIGNATURE
  while (at + 12 <= bytes.length) {
    const length = data.getUint32(at)
    const end = at + 12 + length
    if (end > bytes.length) break
    const type = ascii(bytes, at + 4, 4)
    yield { type, body: bytes.subarray(at + 8, at + 8 + length) }
    if (type === 'IEND') return
    at = end
  }
}

/** iCCP: a name, a zero, the compression method, then the profile as a zlib stream. */
async function readIccp(body: Uint8Array): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const zlib = copyOf(body.subarray(body.indexOf(0) + 2))
  try {
    const stream = new Blob([zlib]).stream().pipeThrough(new DecompressionStream('deflate'))
    return new Uint8Array(await new Response(stream).arrayBuffer())
  } catch {
    return undefined
  }
}

/** Chunks that state something about colours, density or the camera. */
const TAG_CHUNKS = ['iCCP', 'sRGB', 'cICP', 'gAMA', 'cHRM', 'pHYs', 'eXIf']
/** Bytes that surely hold what an encoder writes before the image. */
const HEAD = 65_536

/** A PNG with these tags (iCCP, pHYs, eXIf), in place of those that it has. */
export async function tagPng(png: Blob, { profile, dpi, exif }: Tags): Promise<Blob> {
  const head = new Uint8Array(await png.slice(0, HEAD).arrayBuffer())
  const kept: BlobPart[] = [png.slice(0, SIGNATURE)]
  let at = SIGNATURE
  for (const { type, body } of chunks(head)) {
    if (type === 'IDAT') break
    const end = at + 12 + body.length
    if (!TAG_CHUNKS.includes(type)) kept.push(png.slice(at, end))
    if (type === 'IHDR') {
      if (profile) kept.push(await iccp(profile))
      if (dpi) kept.push(phys(dpi))
      if (exif) kept.push(chunk('eXIf', exif))
    }
    at = end
  }
  return new Blob([...kept, png.slice(at)], { type: png.type })
}

async function iccp(profile: Uint8Array<ArrayBuffer>): Promise<BlobPart> {
  const stream = new Blob([profile]).stream().pipeThrough(new CompressionStream('deflate'))
  const zlib = new Uint8Array(await new Response(stream).arrayBuffer())
  return chunk('iCCP', new Uint8Array([...new TextEncoder().encode('ICC profile'), 0, 0, ...zlib]))
}

function phys(dpi: number): BlobPart {
  const body = new Uint8Array(9)
  const perMetre = toPerMetre(dpi)
  view(body).setUint32(0, perMetre)
  view(body).setUint32(4, perMetre)
  body[8] = 1
  return chunk('pHYs', body)
}

export function chunk(type: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12 + body.length)
  const data = view(bytes)
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
