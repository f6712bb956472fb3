import type { ImageInfo, LocalPlan } from '../../src/plan/plan.ts'
import type { OutputFormat } from '../../src/request/normalize.ts'
import { type ImageShape, type Memory, rgbaBytes } from '../image/memory.ts'
import { BAND_PIXELS } from './browser/web-codecs.ts'
import { formats } from './formats.ts'

/** What an encoder holds: copies of the pixels, these included, and bytes beside them. Measured on photographs. */
interface EncoderMemory {
  copies: number
  bytes: number
}

/** Canvases and the browser's encoders: for all that is opaque, which shows at the end only. */
const canvas = {
  jpeg: { copies: 2.1, bytes: 0 },
  png: { copies: 2.1, bytes: 0 },
  webp: { copies: 2.5, bytes: 5e6 },
} satisfies Partial<Record<OutputFormat, EncoderMemory>>

/** WebAssembly codecs: their heaps hold a copy, and what they make of it. */
const codec = {
  png: { copies: 5.3, bytes: 4e6 },
  webp: { copies: 5.4, bytes: 12e6 },
  avif: { copies: 6.8, bytes: 24e6 },
  /** Also those in the heap of ImageMagick, and the planes of 32 bits that libjxl makes of them. */
  jxl: { copies: 10, bytes: 65e6 },
} satisfies Partial<Record<OutputFormat, EncoderMemory>>

/** Copies of the pixels that a decoder holds. The browser has two before we have ours, and then one. */
const decodedCopies = (format: ImageInfo['format']): number =>
  format === 'pixels' || formats[format].codecs[0]?.by === 'browser' ? 2 : 3

/** Bytes that decoding holds: the file, the pixels, and bands of them. */
export function decodeBytes(image: ImageShape, format: ImageInfo['format'], file: number): number {
  const band = Math.min(BAND_PIXELS, image.width * image.height)
  return file + decodedCopies(format) * rgbaBytes(image) + 8 * band
}

/** What encoding holds. */
export function encodeMemory(
  image: ImageShape,
  plan: Pick<LocalPlan, 'source' | 'output'>,
): Memory {
  const { copies, bytes } = encoderFor(formatOf(plan), image)
  return { arrays: copies * rgbaBytes(image) + bytes }
}

/** `auto` may also be jpeg, which holds no more than png. */
function formatOf({ source, output }: Pick<LocalPlan, 'source' | 'output'>): OutputFormat {
  if (output.format !== 'auto') return output.format
  return source.format === 'webp' ? 'webp' : 'png'
}

function encoderFor(format: OutputFormat, { alpha }: ImageShape): EncoderMemory {
  if (format === 'avif' || format === 'jxl') return codec[format]
  return alpha && format !== 'jpeg' ? codec[format] : canvas[format]
}
