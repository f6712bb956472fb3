import { ascii, dataView } from './bytes.ts'

/** A box of a file in ISO's base media format (ISO/IEC 14496-12), or of JPEG 2000. */
export interface Box {
  type: string
  start: number
  /** Its content, as far as the bytes reach. */
  body: Uint8Array
  /** Where it says that it ends. */
  end: number
}

/** Boxes: 0 size, of which 0 means up to the end, 4 type. Those of more than 4 GB (size 1) are not read. */
export function* boxesIn(bytes: Uint8Array): Generator<Box> {
  const data = dataView(bytes)
  for (let start = 0; start + 8 <= bytes.length; ) {
    const size = data.getUint32(start) || bytes.length - start
    if (size < 8) return
    const end = start + size
    yield { type: ascii(bytes, start + 4, 4), start, body: bytes.subarray(start + 8, end), end }
    start = end
  }
}
