import { view } from '../containers/header.ts'
import type { Decoded, Facts } from './format.ts'
import * as pcx from './pcx.ts'
import { need } from './raster.ts'

/**
 * Several PCX files in one, of which the first is read. Little-endian: 0x3ADE68B1, then the offsets of up to 1024
 * files, and a 0. A file ends where another begins, or with the last byte.
 */
const MAGIC = 0x3ade68b1
const MOST_FILES = 1024

export const facts = (bytes: Uint8Array): Facts => pcx.facts(first(bytes))

export const decode = (bytes: Uint8Array): Decoded => pcx.decode(first(bytes))

function first(bytes: Uint8Array) {
  const data = view(bytes)
  if (data.getUint32(0, true) !== MAGIC) throw new Error('a DCX file without its first four bytes')
  const start = data.getUint32(4, true)
  if (start === 0) throw new Error('a DCX file without images')
  need(bytes, start)
  let end = bytes.length
  for (let i = 1; i < MOST_FILES && 8 + i * 4 <= bytes.length; i++) {
    const offset = data.getUint32(4 + i * 4, true)
    if (offset === 0) break
    if (offset > start && offset < end) end = offset
  }
  return bytes.subarray(start, end)
}
