import { dataView } from '../../shared/bytes.ts'

const VT_I2 = 2
const VT_I4 = 3
const VT_UI2 = 18
const VT_UI4 = 19
const VT_BLOB = 65

/**
 * Reads the integers and blobs of the first property set of a stream (MS-OLEPS 2.21): 44 offset of the set; in the set: size,
 * number of properties, and for each its identifier and the offset of type and value.
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
