/** The JPEG decoder inside utif2, which its types leave out: of all sizes and component counts, without a browser. */
interface JpegDecoder {
  width: number
  height: number
  parse(bytes: Uint8Array): void
  getData(options: {
    width: number
    height: number
    forceRGB: boolean
    isSourcePDF: boolean
  }): Uint8ClampedArray
}

interface Utif {
  JpegDecoder: new (options: { w: 0 | 1 }) => JpegDecoder
}

export interface Components {
  width: number
  height: number
  /** Components of a pixel: 1, 3 or 4. */
  count: number
  /** width * height * count bytes. */
  data: Uint8ClampedArray
}

/**
 * The components of a JPEG as they are stored, or as RGB where `yCbCr` says that its three are YCbCr. An Adobe marker
 * in the file has the last word on that. Four components stay as they are: nothing is inverted.
 * Throws where the frame is larger than `most` pixels a side.
 */
export async function decodeJpegComponents(
  bytes: Uint8Array,
  yCbCr: boolean,
  most: { width: number; height: number },
): Promise<Components> {
  const frame = jpegFrame(bytes)
  if (frame.width > most.width || frame.height > most.height) {
    throw new Error(
      `a JPEG of at most ${most.width} x ${most.height}, got ${frame.width} x ${frame.height}`,
    )
  }
  const { default: utif } = (await import('utif2')) as unknown as { default: Utif }
  const decoder = new utif.JpegDecoder({ w: yCbCr ? 1 : 0 })
  decoder.parse(bytes)
  const { width, height } = decoder
  const data = decoder.getData({ width, height, forceRGB: false, isSourcePDF: true })
  return { width, height, count: data.length / (width * height), data }
}

/** Width and height of the frame header (ITU-T T.81 B.2.2), which stands before anything is allocated. */
function jpegFrame(bytes: Uint8Array): { width: number; height: number } {
  for (let at = 2; at + 9 <= bytes.length; ) {
    const marker = bytes[at + 1] as number
    if (bytes[at] !== 0xff || marker === 0xff) {
      at++
      continue
    }
    const read = (offset: number) =>
      ((bytes[at + offset] as number) << 8) | (bytes[at + offset + 1] as number)
    if (marker >= 0xc0 && marker <= 0xc2) return { height: read(5), width: read(7) }
    at += 2 + read(2)
  }
  throw new RangeError('a JPEG that ends before its frame header')
}

/**
 * A JPEG whose tables its container keeps apart, as a stream of their own: start of image, the tables without their
 * end of image, and the rest (ITU-T T.81 B.4 and B.5).
 */
export function insertJpegTables(jpeg: Uint8Array, tables: Uint8Array | undefined): Uint8Array {
  if (!tables || tables.length < 4) return jpeg
  const start = tables.subarray(0, tables.length - 2)
  const whole = new Uint8Array(start.length + jpeg.length - 2)
  whole.set(start)
  whole.set(jpeg.subarray(2), start.length)
  return whole
}
