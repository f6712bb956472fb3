import cfb from 'cfb'
import { dataView } from '../binary/bytes.ts'

/** The streams of a compound file (MS-CFB), by their path below the root, such as `Palettes/Table`. */
export function readCompound(bytes: Uint8Array): Map<string, Uint8Array> {
  const { FullPaths, FileIndex } = read(bytes)
  const streams = new Map<string, Uint8Array>()
  FullPaths.forEach((path, i) => {
    const entry = FileIndex[i]
    if (entry?.type !== STREAM) return
    const content = Uint8Array.from(entry.content ?? [])
    streams.set(path.slice(path.indexOf('/') + 1), content)
  })
  return streams
}

const STREAM = 2

function read(bytes: Uint8Array) {
  try {
    return cfb.read(bytes, { type: 'array' } as never)
  } catch (cause) {
    throw new Error('a compound file that cannot be read', { cause })
  }
}

const VT_I2 = 2
const VT_I4 = 3
const VT_UI2 = 18
const VT_UI4 = 19
const VT_BLOB = 65

/**
 * The whole numbers and the blobs of the first set of a property set stream (MS-OLEPS 2.21): at 44 the offset of the
 * set; there its size, the number of properties, and of each its identifier and the offset of type and value.
 */
export function readProperties(stream: Uint8Array): Map<number, number | Uint8Array> {
  const data = dataView(stream)
  const set = data.getUint32(44, true)
  const count = data.getUint32(set + 4, true)
  const properties = new Map<number, number | Uint8Array>()
  for (let at = set + 8; at < set + 8 + count * 8; at += 8) {
    const place = set + data.getUint32(at + 4, true)
    const value = readValue(data, stream, place)
    if (value !== undefined) properties.set(data.getUint32(at, true), value)
  }
  return properties
}

function readValue(data: DataView, stream: Uint8Array, at: number) {
  switch (data.getUint32(at, true)) {
    case VT_I2:
    case VT_UI2:
      return data.getUint16(at + 4, true)
    case VT_I4:
    case VT_UI4:
      return data.getUint32(at + 4, true)
    case VT_BLOB: {
      const length = data.getUint32(at + 4, true)
      if (at + 8 + length > stream.length) throw new RangeError('a property that ends too early')
      return stream.subarray(at + 8, at + 8 + length)
    }
    default:
      return undefined
  }
}
