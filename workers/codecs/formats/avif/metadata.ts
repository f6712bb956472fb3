import { type Box, boxesIn } from '../../shared/boxes.ts'
import { concatBytes, dataView } from '../../shared/bytes.ts'
import { exifWithDpi } from '../../shared/exif.ts'
import type { ImageMetadata } from '../../shared/header.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Bytes of version and flags before the content of a full box. */
const FULL = 4
/** Bytes of an item's entry in `iloc` as libavif writes it: id, source, number of extents, one extent. */
const LOCATION = 14

/**
 * Adds profile and EXIF to an AVIF file of the encoder (ISO/IEC 23008-12, ISO/IEC 14496-12): a property `colr` of the
 * primary item, and an item `Exif` that describes it, in a box `mdat` at the end. EXIF is the only place for a density.
 */
export async function setAvifMetadata(
  avif: Blob,
  { profile, dpi, exif }: ImageMetadata,
): Promise<Blob> {
  const tiff = exif ?? (dpi ? exifWithDpi(dpi) : undefined)
  if (!profile && !tiff) return avif
  const bytes = new Uint8Array(await avif.arrayBuffer())
  const top = wholeBoxes(bytes)
  const meta = top.find(({ type }) => type === 'meta')?.body
  if (!meta) throw new Error('an AVIF without meta')
  const item = tiff && { tiff, id: lastItem(meta) + 1 }
  const build = (shift: number) => {
    // Four bytes before the TIFF block say how many lie between.
    const place = item && { at: bytes.length + shift + 8, length: item.tiff.length + 4 }
    return metaBox(meta, profile, item && place && { ...item, ...place }, shift)
  }
  const shift = build(0).length - meta.length - 8
  const parts = top.map((one) => (one.type === 'meta' ? build(shift) : box(one.type, one.body)))
  const data = tiff ? [box('mdat', new Uint8Array(4), tiff)] : []
  return new Blob([...parts, ...data], { type: avif.type })
}

interface ExifItem {
  id: number
  at: number
  length: number
}

/** The box `meta` with what is added. Items that lie behind it move by `shift`. */
function metaBox(meta: Uint8Array, profile?: Bytes, exif?: ExifItem, shift = 0): Bytes {
  const children = wholeBoxes(meta.subarray(FULL))
  const find = (type: string) => children.find((child) => child.type === type)?.body
  const pitm = find('pitm')
  if (!pitm) throw new Error('an AVIF without a primary item')
  const primary = dataView(pitm).getUint16(FULL)
  const references = find('iref')?.subarray(FULL) ?? new Uint8Array()
  const rest = children.flatMap(({ type, body }) => {
    if (type === 'iref') return []
    if (type === 'iloc') return [box(type, locations(body, shift, exif))]
    if (type === 'iinf' && exif) return [box(type, items(body, exif.id))]
    if (type === 'iprp' && profile) return [box(type, properties(body, profile, primary))]
    return [box(type, body)]
  })
  const described = exif ? [box('cdsc', be16(exif.id, 1, primary))] : []
  const iref =
    references.length > 0 || exif
      ? [box('iref', new Uint8Array(FULL), references, ...described)]
      : []
  return box('meta', meta.subarray(0, FULL), ...rest, ...iref)
}

/** iloc: 4 sizes of the fields, 6 number of items, 8 their entries. */
function locations(iloc: Uint8Array, shift: number, exif?: ExifItem): Bytes {
  const data = dataView(iloc)
  const count = data.getUint16(6)
  const known = iloc[0] === 0 && data.getUint16(4) === 0x4400
  if (!known || iloc.length !== 8 + count * LOCATION) throw new Error('an AVIF with another iloc')
  const out = concatBytes([
    iloc,
    ...(exif ? [be16(exif.id, 0, 1), be32(exif.at, exif.length)] : []),
  ])
  const view = dataView(out)
  view.setUint16(6, count + (exif ? 1 : 0))
  for (let at = 8 + 6; at < iloc.length; at += LOCATION) {
    view.setUint32(at, data.getUint32(at) + shift)
  }
  return out
}

/** iinf: 4 number of items, 6 a box `infe` for each: id, protection, type, name. */
function items(iinf: Uint8Array, id: number): Bytes {
  const added = box(
    'infe',
    new Uint8Array([2, 0, 0, 1]),
    be16(id, 0),
    text('Exif'),
    new Uint8Array(1),
  )
  const out = concatBytes([iinf, added])
  dataView(out).setUint16(FULL, dataView(iinf).getUint16(FULL) + 1)
  return out
}

const lastItem = (meta: Uint8Array): number => {
  const iinf = wholeBoxes(meta.subarray(FULL)).find(({ type }) => type === 'iinf')?.body
  const entries = iinf ? wholeBoxes(iinf.subarray(FULL + 2)) : []
  return Math.max(...entries.map(({ body }) => dataView(body).getUint16(FULL)))
}

/** iprp: ipco with a list of properties, and ipma with the numbers of those of each item, from 1. */
function properties(iprp: Uint8Array, profile: Bytes, primary: number): Bytes {
  const children = wholeBoxes(iprp)
  const count = children.flatMap(({ type, body }) =>
    type === 'ipco' ? wholeBoxes(body) : [],
  ).length
  return concatBytes(
    children.map(({ type, body }) => {
      if (type === 'ipco') return box(type, body, box('colr', text('prof'), profile))
      return box(type, associations(body, primary, count + 1))
    }),
  )
}

/** ipma: 4 number of items, 8 for each: id, number of properties, a byte for each, whose highest bit says essential. */
function associations(ipma: Uint8Array, item: number, property: number): Bytes {
  const data = dataView(ipma)
  if (data.getUint32(0) !== 0) throw new Error('an AVIF with another ipma')
  for (let at = 8; at < ipma.length; at += 3 + (ipma[at + 2] as number)) {
    if (data.getUint16(at) !== item) continue
    const end = at + 3 + (ipma[at + 2] as number)
    const out = concatBytes([ipma.subarray(0, end), new Uint8Array([property]), ipma.subarray(end)])
    out[at + 2] = (ipma[at + 2] as number) + 1
    return out
  }
  throw new Error('an AVIF whose primary item has no properties')
}

function wholeBoxes(bytes: Uint8Array): Box[] {
  const boxes = [...boxesIn(bytes)]
  const end = boxes.at(-1)?.end ?? 0
  if (end > bytes.length || end + 8 <= bytes.length)
    throw new Error('an AVIF with a box beyond its end')
  return boxes
}

function box(type: string, ...parts: Uint8Array[]): Bytes {
  const length = parts.reduce((sum, part) => sum + part.length, 8)
  return concatBytes([be32(length), text(type), ...parts])
}

const text = (characters: string) => new TextEncoder().encode(characters)
const be32 = (...values: number[]) => be16(...values.flatMap((v) => [v >>> 16, v & 0xffff]))
const be16 = (...values: number[]) => Uint8Array.from(values.flatMap((v) => [v >> 8, v & 255]))
