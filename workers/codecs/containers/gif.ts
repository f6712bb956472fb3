import { dataView } from '../binary/bytes.ts'
import { type Header, UPRIGHT } from './header.ts'

/** Reads the size of a GIF's canvas. Its frames may leave any part of it transparent. */
export function readGif(bytes: Uint8Array): Header {
  const data = dataView(bytes)
  const width = data.getUint16(6, true)
  const height = data.getUint16(8, true)
  return { format: 'gif', width, height, alpha: true, orientation: UPRIGHT, convertToSrgb: false }
}
