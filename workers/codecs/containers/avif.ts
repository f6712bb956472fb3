import { ascii, copyBytes, dataView } from '../binary/bytes.ts'
import { isOtherThanSrgb } from './code-points.ts'
import type { Header } from './header.ts'
import { isRgbProfile } from './icc.ts'

/** Boxes that contain boxes, and the size of their own fields before these. */
const CONTAINERS: Record<string, number> = { meta: 4, iprp: 0, ipco: 0 }
/** The three are nested in this order, so nothing lies deeper. */
const MAX_DEPTH = 3
/** A picture of 48 tiles has some 200. */
const MAX_BOXES = 65_536
/** EXIF orientations by `irot` (counterclockwise quarter turns), without `imir` and with each of its axes. */
const TURNS = [1, 8, 3, 6]
const MIRROR_LEFT_RIGHT = [2, 7, 4, 5]
const MIRROR_TOP_BOTTOM = [4, 5, 2, 7]

interface Box {
  type: string
  body: Uint8Array
}

/**
 * Reads the item properties of an AVIF file (ISO/IEC 14496-12 and 23008-12): `ispe` size, `irot` and `imir` orientation,
 * `colr` profile, `auxC` alpha. The image is the largest item. HEIF requires readers to ignore the orientation in EXIF.
 */
export function readAvif(bytes: Uint8Array): Header {
  const all: Box[] = []
  for (const box of boxes(bytes)) {
    if (all.push(box) > MAX_BOXES) throw new Error(`an AVIF of more than ${MAX_BOXES} boxes`)
  }
  const find = (type: string) => all.find((box) => box.type === type)?.body
  const sizes = all
    .filter(({ type, body }) => type === 'ispe' && body.length >= 12)
    .map(({ body }) => body)
  const largest = sizes.sort((a, b) => area(b) - area(a))[0]
  if (!largest) throw new Error('an AVIF without an image')
  const color = all.find(({ type, body }) => type === 'colr' && /prof|rICC/.test(ascii(body, 0, 4)))
  const profile = color?.body.subarray(4)
  const points = all
    .find(({ type, body }) => type === 'colr' && ascii(body, 0, 4) === 'nclx')
    ?.body.subarray(4)
  const turns = (find('irot')?.[0] ?? 0) & 3
  const mirror = find('imir')?.[0]
  const table = mirror === undefined ? TURNS : mirror & 1 ? MIRROR_LEFT_RIGHT : MIRROR_TOP_BOTTOM
  return {
    format: 'avif',
    width: dataView(largest).getUint32(4),
    height: dataView(largest).getUint32(8),
    alpha: all.some(
      ({ type, body }) => type === 'auxC' && ascii(body, 4, body.length - 4).includes('alpha'),
    ),
    orientation: { value: table[turns] ?? 1 },
    convertToSrgb: profile
      ? !isRgbProfile(profile)
      : points !== undefined && isOtherThanSrgb(points, 16),
    // The brand of image sequences.
    ...(ascii(bytes, 8, 4) === 'avis' && { animated: true }),
    ...(profile && { profile: copyBytes(profile) }),
  }
}

const area = (ispe: Uint8Array) => dataView(ispe).getUint32(4) * dataView(ispe).getUint32(8)

function* boxes(bytes: Uint8Array, depth = 0): Generator<Box> {
  const data = dataView(bytes)
  let at = 0
  while (at + 8 <= bytes.length) {
    const size = data.getUint32(at) || bytes.length - at
    if (size < 8) return
    const type = ascii(bytes, at + 4, 4)
    const body = bytes.subarray(at + 8, at + size)
    yield { type, body }
    const fields = CONTAINERS[type]
    if (fields !== undefined && depth < MAX_DEPTH) yield* boxes(body.subarray(fields), depth + 1)
    at += size
  }
}
