import { ascii, copyBytes, dataView } from '../binary/bytes.ts'
import type { Header } from './header.ts'
import { isRgbProfile } from './icc.ts'

/** Boxes that hold boxes, with the bytes of their own before them. */
const CONTAINERS: Record<string, number> = { meta: 4, iprp: 0, ipco: 0 }
/** EXIF orientations of `irot` (quarter turns against the clock), without and with a mirror. */
const TURNS = [1, 8, 3, 6]
const MIRROR_LEFT_RIGHT = [2, 7, 4, 5]
const MIRROR_TOP_BOTTOM = [4, 5, 2, 7]

interface Box {
  type: string
  body: Uint8Array
}

/**
 * Reads the item properties of an AVIF file (ISO 14496-12, HEIF). The image is the largest item;
 * its orientation is `irot` and `imir`, as HEIF rules, and EXIF is not looked at.
 */
export function readAvif(bytes: Uint8Array): Header {
  const all = [...boxes(bytes)]
  const find = (type: string) => all.find((box) => box.type === type)?.body
  const sizes = all
    .filter(({ type, body }) => type === 'ispe' && body.length >= 12)
    .map(({ body }) => body)
  const largest = sizes.sort((a, b) => area(b) - area(a))[0]
  if (!largest) throw new Error('an AVIF without an image')
  const color = all.find(({ type, body }) => type === 'colr' && /prof|rICC/.test(ascii(body, 0, 4)))
  const profile = color?.body.subarray(4)
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
    convertToSrgb: profile !== undefined && !isRgbProfile(profile),
    ...(profile && { profile: copyBytes(profile) }),
  }
}

const area = (ispe: Uint8Array) => dataView(ispe).getUint32(4) * dataView(ispe).getUint32(8)

function* boxes(bytes: Uint8Array): Generator<Box> {
  const data = dataView(bytes)
  let at = 0
  while (at + 8 <= bytes.length) {
    const size = data.getUint32(at) || bytes.length - at
    if (size < 8) return
    const type = ascii(bytes, at + 4, 4)
    const body = bytes.subarray(at + 8, at + size)
    yield { type, body }
    const own = CONTAINERS[type]
    if (own !== undefined) yield* boxes(body.subarray(own))
    at += size
  }
}
