import { dataView } from '../../shared/bytes.ts'

type Read = (data: DataView, at: number, little: boolean) => number

const byte: Read = (data, at) => data.getUint8(at)
const long: Read = (data, at, little) => data.getUint32(at, little)
const bigLong: Read = (data, at, little) => Number(data.getBigUint64(at, little))

/** Bytes of one value of each field type, and how it is read (TIFF 6.0 section 2; 13 and 16 to 18 from the BigTIFF proposal). */
const TYPES: Record<number, [bytes: number, read: Read]> = {
  1: [1, byte],
  2: [1, byte],
  3: [2, (data, at, little) => data.getUint16(at, little)],
  4: [4, long],
  5: [8, (data, at, little) => long(data, at, little) / long(data, at + 4, little)],
  6: [1, (data, at) => data.getInt8(at)],
  7: [1, byte],
  8: [2, (data, at, little) => data.getInt16(at, little)],
  9: [4, (data, at, little) => data.getInt32(at, little)],
  10: [8, (data, at, little) => data.getInt32(at, little) / data.getInt32(at + 4, little)],
  11: [4, (data, at, little) => data.getFloat32(at, little)],
  12: [8, (data, at, little) => data.getFloat64(at, little)],
  13: [4, long],
  16: [8, bigLong],
  17: [8, (data, at, little) => Number(data.getBigInt64(at, little))],
  18: [8, bigLong],
}

interface Entry {
  type: number
  count: number
  /** Offset of the values in the file. */
  at: number
}

/** The fields of the first image of a TIFF. */
export interface Directory {
  littleEndian: boolean
  /** All values of a tag; empty if it is absent. Throws a RangeError if they are beyond the file. */
  numbers(tag: number, most: number): number[]
  /** The first value of a tag, or the default. */
  number(tag: number, otherwise: number): number
  /** The values of a tag as stored bytes. */
  bytes(tag: number): Uint8Array | undefined
}

/**
 * Reads the first image file directory (IFD). File: `II` or `MM`, 42 (BigTIFF: 43, 8, 0), offset of the IFD. IFD: number
 * of entries, then entries of tag, type, count, and the values, or their offset if they exceed 4 (BigTIFF: 8) bytes.
 */
export function readDirectory(bytes: Uint8Array): Directory {
  const data = dataView(bytes)
  const order = data.getUint16(0)
  if (order !== 0x4949 && order !== 0x4d4d) throw new Error('no TIFF: expected II or MM')
  const littleEndian = order === 0x4949
  const version = data.getUint16(2, littleEndian)
  if (version !== 42 && version !== 43) throw new Error(`no TIFF: expected 42, got ${version}`)
  const big = version === 43
  const offset = (at: number) =>
    big ? Number(data.getBigUint64(at, littleEndian)) : data.getUint32(at, littleEndian)
  const entries = new Map<number, Entry>()
  const start = offset(big ? 8 : 4)
  const count = big ? offset(start) : data.getUint16(start, littleEndian)
  const [first, step, inline] = big ? [start + 8, 20, 8] : [start + 2, 12, 4]
  for (let at = first; at < first + count * step; at += step) {
    const type = data.getUint16(at + 2, littleEndian)
    const values = offset(at + 4)
    const field = at + step - inline
    const fits = values * (TYPES[type]?.[0] ?? 0) <= inline
    const tag = data.getUint16(at, littleEndian)
    // Of duplicate tags, other decoders use the first.
    if (!entries.has(tag)) {
      entries.set(tag, { type, count: values, at: fits ? field : offset(field) })
    }
  }
  return directory(bytes, entries, littleEndian)
}

function directory(
  bytes: Uint8Array,
  entries: Map<number, Entry>,
  littleEndian: boolean,
): Directory {
  const data = dataView(bytes)
  const raw = (tag: number) => {
    const entry = entries.get(tag)
    const type = entry && TYPES[entry.type]
    if (!type) return undefined
    const [size, read] = type
    const end = entry.at + entry.count * size
    if (end > bytes.length) throw new RangeError(`a TIFF that ends within tag ${tag}`)
    return { ...entry, size, read, end }
  }
  const numbers = (tag: number, most: number) => {
    const found = raw(tag)
    if (!found) return []
    const { read, at, size, count } = found
    const length = Math.min(count, most)
    return Array.from({ length }, (_, i) => read(data, at + i * size, littleEndian))
  }
  return {
    littleEndian,
    numbers,
    number: (tag, otherwise) => numbers(tag, 1)[0] ?? otherwise,
    bytes: (tag) => {
      const found = raw(tag)
      return found && bytes.subarray(found.at, found.end)
    },
  }
}
