import { dataView } from '../../shared/bytes.ts'

/** Bytes of one value of each field type (TIFF 6.0 section 2; 13 and 16 to 18 from the BigTIFF proposal). */
const BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]

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
    const fits = values * (BYTES[type] ?? 0) <= inline
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
    const size = BYTES[entry?.type ?? 0]
    if (!entry || !size) return undefined
    const end = entry.at + entry.count * size
    if (end > bytes.length) throw new RangeError(`a TIFF that ends within tag ${tag}`)
    return { ...entry, size, end }
  }
  const numbers = (tag: number, most: number) => {
    const found = raw(tag)
    if (!found) return []
    const { type, at, size, count } = found
    const values: number[] = []
    for (let i = 0; i < Math.min(count, most); i++) {
      values.push(readValue(data, type, at + i * size, littleEndian))
    }
    return values
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

function readValue(data: DataView, type: number, at: number, little: boolean): number {
  switch (type) {
    case 3:
      return data.getUint16(at, little)
    case 4:
    case 13:
      return data.getUint32(at, little)
    case 5:
      return data.getUint32(at, little) / data.getUint32(at + 4, little)
    case 6:
      return data.getInt8(at)
    case 8:
      return data.getInt16(at, little)
    case 9:
      return data.getInt32(at, little)
    case 10:
      return data.getInt32(at, little) / data.getInt32(at + 4, little)
    case 11:
      return data.getFloat32(at, little)
    case 12:
      return data.getFloat64(at, little)
    case 16:
    case 18:
      return Number(data.getBigUint64(at, little))
    case 17:
      return Number(data.getBigInt64(at, little))
    default:
      return data.getUint8(at)
  }
}
