import { once } from '../../image/load-wasm.ts'

/** The JPEG decoder inside utif2, which its types leave out. It returns any number of components and runs anywhere. */
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

const loadUtif = once(async () => (await import('utif2')) as unknown as { default: Utif })

export interface Components {
  width: number
  height: number
  /** Components per pixel: 1, 3 or 4. */
  count: number
  /** width * height * count bytes. */
  data: Uint8ClampedArray
}

/**
 * Decodes the components of a JPEG file. Three components are converted to RGB if `yCbCr`, unless an Adobe marker in the
 * file states otherwise; four are returned as stored, and not inverted.
 * @throws Error if a side of the frame is above `max`.
 */
export async function decodeJpegComponents(
  bytes: Uint8Array,
  yCbCr: boolean,
  max: { width: number; height: number },
): Promise<Components> {
  const frame = jpegFrame(bytes)
  if (frame.components > 4) throw new Error(`a JPEG of 1 to 4 components, got ${frame.components}`)
  if (frame.width > max.width || frame.height > max.height) {
    throw new Error(
      `a JPEG of at most ${max.width} x ${max.height}, got ${frame.width} x ${frame.height}`,
    )
  }
  const { default: utif } = await loadUtif()
  const decoder = new utif.JpegDecoder({ w: yCbCr ? 1 : 0 })
  decoder.parse(bytes)
  const { width, height } = decoder
  const data = decoder.getData({ width, height, forceRGB: false, isSourcePDF: true })
  return { width, height, count: data.length / (width * height), data }
}

/** Reads the size in the frame header (ITU-T T.81 B.2.2), so that nothing is allocated for one that is too large. */
function jpegFrame(bytes: Uint8Array): { width: number; height: number; components: number } {
  for (let at = 2; at + 9 <= bytes.length; ) {
    const marker = bytes[at + 1] as number
    if (bytes[at] !== 0xff || marker === 0xff) {
      at++
      continue
    }
    const read = (offset: number) =>
      ((bytes[at + offset] as number) << 8) | (bytes[at + offset + 1] as number)
    if (marker >= 0xc0 && marker <= 0xc2) {
      return { height: read(5), width: read(7), components: bytes[at + 9] ?? 0 }
    }
    at += 2 + read(2)
  }
  throw new RangeError('a JPEG that ends before its frame header')
}

/**
 * Completes an abbreviated JPEG (ITU-T T.81 B.4) whose container stores the tables as a stream of their own (B.5): the
 * tables without their EOI marker, then the image without its SOI marker.
 */
export function insertJpegTables(jpeg: Uint8Array, tables: Uint8Array | undefined): Uint8Array {
  if (!tables || tables.length < 4) return jpeg
  const start = tables.subarray(0, tables.length - 2)
  const whole = new Uint8Array(start.length + jpeg.length - 2)
  whole.set(start)
  whole.set(jpeg.subarray(2), start.length)
  return whole
}
