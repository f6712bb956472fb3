import type { Size } from '../../../../src/plan/size.ts'
import { type Box, boxesIn } from '../../shared/boxes.ts'
import { ascii, copyBytes, dataView } from '../../shared/bytes.ts'
import { colorsOfPoints, colorsOfProfile } from '../../shared/code-points.ts'
import type { Header } from '../../shared/header.ts'

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

/**
 * Reads the properties of an AVIF file's primary item (ISO/IEC 14496-12 and 23008-12): `ispe` size, `clap` the part that is
 * shown, `irot` and `imir` orientation, `colr` profile or code points; and whether an item is alpha by its `auxC`. HEIF
 * requires readers to ignore the orientation in EXIF.
 */
export function readAvif(bytes: Uint8Array): Header {
  const all: Box[] = []
  for (const box of nestedBoxes(bytes)) {
    if (all.push(box) > MAX_BOXES) throw new Error(`an AVIF of more than ${MAX_BOXES} boxes`)
  }
  const primary = primaryProperties(all)
  const find = (type: string) => primary.find((box) => box.type === type)?.body
  const turns = (find('irot')?.[0] ?? 0) & 3
  const mirror = find('imir')?.[0]
  const table = mirror === undefined ? TURNS : mirror & 1 ? MIRROR_LEFT_RIGHT : MIRROR_TOP_BOTTOM
  return {
    format: 'avif',
    ...shownPart(sizeOf(primary) ?? sizeOf(all), find('clap')),
    alpha: all.some(
      ({ type, body }) => type === 'auxC' && ascii(body, 4, body.length - 4).includes('alpha'),
    ),
    orientation: { value: table[turns] ?? 1 },
    ...colorsOf(primary),
    // The brand of image sequences.
    ...(ascii(bytes, 8, 4) === 'avis' && { animated: true }),
  }
}

/** `pitm` names the primary item; `ipma` has the numbers, from 1, of its properties in `ipco`. All, if nothing says so. */
function primaryProperties(all: Box[]): Box[] {
  const find = (type: string) => all.find((box) => box.type === type)?.body
  const [pitm, ipco] = [find('pitm'), find('ipco')]
  if (!pitm || !ipco) return all
  const primary = pitm[0] === 0 ? dataView(pitm).getUint16(4) : dataView(pitm).getUint32(4)
  const properties = [...boxesIn(ipco)]
  const numbers = all
    .filter(({ type }) => type === 'ipma')
    .flatMap(({ body }) => propertyNumbers(body, primary))
  const own = numbers.flatMap((number) => properties[number - 1] ?? [])
  return own.length > 0 ? own : all
}

/** `ipma`: 0 version, 3 flags, 4 number of items; of each its id, how many properties it has, and their numbers. */
function propertyNumbers(ipma: Uint8Array, item: number): number[] {
  const data = dataView(ipma)
  const hasLongIds = data.getUint8(0) > 0
  const isWide = (data.getUint8(3) & 1) === 1
  let at = 8
  for (let items = data.getUint32(4); items > 0; items--) {
    const id = hasLongIds ? data.getUint32(at) : data.getUint16(at)
    at += hasLongIds ? 4 : 2
    const count = data.getUint8(at++)
    if (id === item) {
      // The highest bit says that readers must know the property.
      return Array.from({ length: count }, (_, i) =>
        isWide ? data.getUint16(at + i * 2) & 0x7fff : data.getUint8(at + i) & 0x7f,
      )
    }
    at += count * (isWide ? 2 : 1)
  }
  return []
}

/** The largest `ispe`. */
function sizeOf(properties: Box[]): Size | undefined {
  return properties
    .filter(({ type, body }) => type === 'ispe' && body.length >= 12)
    .map(({ body }) => ({
      width: dataView(body).getUint32(4),
      height: dataView(body).getUint32(8),
    }))
    .sort((a, b) => b.width * b.height - a.width * a.height)[0]
}

/** The part that `clap` cuts out. Decoders ignore one that is not of whole pixels or reaches beyond the image. */
function shownPart(
  stored: Size | undefined,
  clap?: Uint8Array,
): Pick<Header, 'width' | 'height' | 'aperture'> {
  if (!stored) throw new Error('an AVIF without an image')
  if (!clap || clap.length < 32) return stored
  const data = dataView(clap)
  const fraction = (at: number) => data.getInt32(at) / data.getInt32(at + 4)
  const [width, height] = [fraction(0), fraction(8)]
  // The offsets are between the centers.
  const x = (stored.width - width) / 2 + fraction(16)
  const y = (stored.height - height) / 2 + fraction(24)
  const isWhole = [x, y, width, height].every(Number.isInteger)
  const isInside = Math.min(x, y) >= 0 && x + width <= stored.width && y + height <= stored.height
  const isPart = width < stored.width || height < stored.height
  if (!isWhole || !isInside || !isPart || Math.min(width, height) < 1) return stored
  return { width, height, aperture: { x, y, stored } }
}

/** By the profile, else by code points, of which an image may have both. */
function colorsOf(properties: Box[]): Pick<Header, 'convertToSrgb' | 'profile'> {
  const find = (kind: RegExp) =>
    properties
      .find(({ type, body }) => type === 'colr' && kind.test(ascii(body, 0, 4)))
      ?.body.subarray(4)
  const profile = find(/prof|rICC/)
  const points = find(/nclx/)
  const ofPoints = !profile && points ? colorsOfPoints(points, 16) : undefined
  return ofPoints ?? colorsOfProfile(profile && copyBytes(profile))
}

/** Boxes, and those in them. */
function* nestedBoxes(bytes: Uint8Array, depth = 0): Generator<Box> {
  for (const box of boxesIn(bytes)) {
    yield box
    const fields = depth < MAX_DEPTH ? CONTAINERS[box.type] : undefined
    if (fields !== undefined) yield* nestedBoxes(box.body.subarray(fields), depth + 1)
  }
}
