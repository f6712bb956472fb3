import { concatBytes, dataView, requireBytes } from '../../shared/bytes.ts'

type Bytes = Uint8Array<ArrayBuffer>

const HEADER = 512
const RUN_LENGTH = 1
const COLOR = 3

/**
 * Makes color of an SGI image in shades of gray that ImageMagick refuses, for they have 16 bits, or whose alpha it loses:
 * the plane is there three times. Others are returned as they are.
 *
 * 2 compression, 3 bytes per sample, 4 dimensions (1: one row), 6 width, 8 height, 10 planes. After 512 bytes come the
 * planes or, if they are compressed, the offset of each row in each plane, then the lengths, then the rows.
 */
export function prepare(bytes: Bytes): Bytes {
  if (bytes.length < HEADER) return bytes
  const data = dataView(bytes)
  const dimensions = data.getUint16(4)
  const [width, rows] = [data.getUint16(6), dimensions === 1 ? 1 : data.getUint16(8)]
  const count = dimensions === 3 ? data.getUint16(10) : 1
  const size = bytes[3] ?? 1
  const refused = count === 2 || (count === 1 && size === 2)
  if (!refused) return bytes
  const order = count === 1 ? [0, 0, 0] : [0, 0, 0, 1]
  const header = bytes.slice(0, HEADER)
  const fields = dataView(header)
  for (const [at, value] of [[4, COLOR], [8, rows], [10, order.length]] as const) fields.setUint16(at, value) // biome-ignore format: a table
  if (bytes[2] === RUN_LENGTH) return concatBytes([header, ...repeatedRows(bytes, rows, order)])
  return concatBytes([header, ...parts(bytes, HEADER, width * rows * size, order)])
}

/** The tables of compressed rows for these planes, and the rows, which lie behind larger tables then. */
function repeatedRows(bytes: Bytes, rows: number, order: number[]): Uint8Array[] {
  const count = Math.max(...order) + 1
  const table = count * rows * 4
  const [starts, lengths] = [HEADER, HEADER + table].map((at) =>
    concatBytes(parts(bytes, at, rows * 4, order)),
  ) as [Bytes, Bytes]
  const data = dataView(starts)
  const moved = 2 * (starts.length - table)
  for (let at = 0; at < starts.length; at += 4) data.setUint32(at, data.getUint32(at) + moved)
  return [starts, lengths, bytes.subarray(HEADER + 2 * table)]
}

/** Parts of one size, one after another from `at` on, in this order. */
function parts(bytes: Bytes, at: number, size: number, order: number[]): Uint8Array[] {
  requireBytes(bytes, at + (Math.max(...order) + 1) * size)
  return order.map((i) => bytes.subarray(at + i * size, at + (i + 1) * size))
}
