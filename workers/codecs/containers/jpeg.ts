import {
  ascii,
  copyOf,
  type Header,
  isRgbProfile,
  tiffOrientation,
  upright,
  view,
} from './header.ts'

const ICC = 'ICC_PROFILE\0'
/** Bytes of profile in one APP2 segment: 65535 less the length field, the signature and two counters. */
const ICC_CHUNK = 65_535 - 2 - ICC.length - 2

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Reads the markers of a JPEG up to its frame header (ITU T.81 annex B; ICC.1 annex B.4 for the profile). */
export function readJpeg(bytes: Uint8Array): Header {
  const icc: Uint8Array[] = []
  let orientation = upright
  for (const { marker, body } of segments(bytes)) {
    if (marker === 0xe1 && ascii(body, 0, 6) === 'Exif\0\0') {
      orientation = tiffOrientation(body.subarray(6), bytes)
    } else if (marker === 0xe2 && ascii(body, 0, ICC.length) === ICC) {
      icc[(body[ICC.length] ?? 1) - 1] = body.subarray(ICC.length + 2)
    } else if (isFrame(marker) && body.length >= 6) {
      const profile = join(icc)
      const notRgb = body[5] !== 3 || (profile !== undefined && !isRgbProfile(profile))
      const height = view(body).getUint16(1)
      const width = view(body).getUint16(3)
      return {
        format: 'jpeg',
        width,
        height,
        alpha: false,
        orientation,
        notRgb,
        ...(profile && { profile }),
      }
    }
  }
  throw new Error('a JPEG without a frame header')
}

function* segments(bytes: Uint8Array): Generator<{ marker: number; body: Uint8Array }> {
  const data = view(bytes)
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) throw new Error('a JPEG with a broken marker')
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0xda || marker === 0xd9) return
    const end = at + 2 + data.getUint16(at + 2)
    if (end > bytes.length) return
    yield { marker, body: bytes.subarray(at + 4, end) }
    at = end
  }
}

function join(parts: Uint8Array[]): Uint8Array<ArrayBuffer> | undefined {
  if (parts.length === 0) return undefined
  const all = copyOf(new Uint8Array(parts.reduce((sum, part) => sum + (part?.length ?? 0), 0)))
  let at = 0
  for (const part of parts) {
    if (!part) continue
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Bytes that surely hold what a browser's encoder writes before the picture. */
const HEAD = 65_536

/** The JPEG with `profile` right after its JFIF header, in place of what profile it has. */
export async function setJpegProfile(jpeg: Blob, profile?: Uint8Array): Promise<Blob> {
  const head = new Uint8Array(await jpeg.slice(0, HEAD).arrayBuffer())
  const kept: BlobPart[] = [jpeg.slice(0, 2)]
  let at = 2
  for (const { marker, body } of segments(head)) {
    const end = at + 4 + body.length
    if (marker !== 0xe2) kept.push(jpeg.slice(at, end))
    if (marker === 0xe0 && profile) kept.push(...profileSegments(profile))
    at = end
  }
  return new Blob([...kept, jpeg.slice(at)], { type: jpeg.type })
}

function profileSegments(profile: Uint8Array): BlobPart[] {
  const count = Math.ceil(profile.length / ICC_CHUNK)
  return Array.from({ length: count }, (_, i) => {
    const chunk = copyOf(profile.subarray(i * ICC_CHUNK, (i + 1) * ICC_CHUNK))
    const length = 2 + ICC.length + 2 + chunk.length
    const header = [0xff, 0xe2, length >> 8, length & 255]
    return new Blob([new Uint8Array(header), ICC, new Uint8Array([i + 1, count]), chunk])
  })
}
