import { ascii, dataView } from './bytes.ts'

/** Bytes before the first chunk. */
export const SIGNATURE = 8

/** Whether a PNG file starts at `at`. */
export const isPng = (bytes: Uint8Array, at = 0) =>
  ascii(bytes, at, SIGNATURE) === '\x89PNG\r\n\x1a\n'

/** The size in the IHDR chunk of a PNG, which comes first: 16 width, 20 height. */
export function pngSize(png: Uint8Array): { width: number; height: number } {
  const data = dataView(png)
  return { width: data.getUint32(16), height: data.getUint32(20) }
}

interface Chunk {
  type: string
  body: Uint8Array
}

/** The whole chunks of a PNG, up to IEND. */
export function* pngChunks(bytes: Uint8Array): Generator<Chunk> {
  const data = dataView(bytes)
  let at = SIGNATURE
  while (at + 12 <= bytes.length) {
    const length = data.getUint32(at)
    const end = at + 12 + length
    if (end > bytes.length) break
    const type = ascii(bytes, at + 4, 4)
    yield { type, body: bytes.subarray(at + 8, at + 8 + length) }
    if (type === 'IEND') return
    at = end
  }
}

/** The number of frames that a PNG states: none unless it is an APNG, whose first may be another than its image. */
export function pngFrames(bytes: Uint8Array): number {
  for (const { type, body } of pngChunks(bytes)) {
    if (type === 'acTL') return dataView(body).getUint32(0)
  }
  return 0
}
