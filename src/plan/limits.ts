import type { NormalizedRequest, OutputFormat } from '../request/normalize.ts'
import { DarkroomError } from '../shared/errors.ts'
import type { Size } from './size.ts'

/** The limits of images. Checked before memory is allocated. */
export interface Limits {
  /** Pixels of a decoded source. */
  decodedPixels: number
  /** Pixels of a result. */
  outputPixels: number
  /** Longest side of a result, in pixels. */
  outputSide: number
  /** Seconds that decoding one source may take. */
  decodeSeconds: number
}

/**
 * The longest side that files of a format hold, in pixels: PNG, JPEG (ITU T.81), AVIF (AV1), JPEG XL (ISO/IEC 18181, level 5) and
 * WebP (RFC 9649).
 */
const longestSides = {
  png: 2 ** 31 - 1,
  jpeg: 65_535,
  avif: 65_535,
  jxl: 262_144,
  webp: 16_383,
}

/** Pixels that an encoder has the memory for, where that is fewer than `outputPixels`. */
const mostPixels: { readonly [Format in OutputFormat]?: number } = { jxl: 40e6 }

export const defaultLimits: Limits = {
  decodedPixels: 128e6,
  outputPixels: 128e6,
  outputSide: longestSides.png,
  decodeSeconds: 30,
}

/** Four channels of 16 bits, uncompressed. */
const BYTES_PER_PIXEL = 8
const METADATA_BYTES = 64e6

/**
 * The most bytes of a file that is downloaded: without a limit, a server that sends for ever fills the memory. A lower limit of
 * pixels does not lower it, for a file may be much larger than its pixels: by layers, by 32 bits a channel, by metadata.
 */
export const maxFileBytes = ({ decodedPixels }: Pick<Limits, 'decodedPixels'> = defaultLimits) =>
  Math.max(defaultLimits.decodedPixels, decodedPixels) * BYTES_PER_PIXEL + METADATA_BYTES

/** The largest sheet, B0 at 300 dpi, has 197 megapixels: encoding it takes 2 GB. */
const PAPER_PIXELS = 200e6

export const fitsFormat = (format: OutputFormat, { width, height }: Size): boolean =>
  Math.max(width, height) <= longestSides[format]

/** The limits of a request's result. Paper may be larger than other results, unless the application lowered the limit. */
export function outputLimits(
  request: NormalizedRequest,
  limits: Limits,
  planned: OutputFormat | 'auto' = request.output_format ?? 'auto',
): Limits {
  const format = planned === 'auto' ? 'png' : planned
  const raised =
    request.print_size !== undefined && limits.outputPixels >= defaultLimits.outputPixels
  const pixels = raised ? Math.max(limits.outputPixels, PAPER_PIXELS) : limits.outputPixels
  return {
    ...limits,
    outputPixels: Math.min(pixels, mostPixels[format] ?? pixels),
    outputSide: Math.min(limits.outputSide, longestSides[format]),
  }
}

const megapixels = (pixels: number) =>
  pixels < 1e5 ? `${pixels} pixels` : `${(pixels / 1e6).toFixed(1)} megapixels`

/** @throws DarkroomError TOO_LARGE on `path`, the field that names the image. */
export function checkDecoded(size: Size & { decoded?: Size }, limits: Limits, path = 'url'): void {
  const { width, height } = size.decoded ?? size
  if (width * height <= limits.decodedPixels) return
  throw new DarkroomError(
    'TOO_LARGE',
    `Expected at most ${megapixels(limits.decodedPixels)} for ${path} but received ${width} x ${height}`,
    { path },
  )
}

/** @throws DarkroomError TOO_LARGE on `path`, the field that requests the size. */
export function checkOutput({ width, height }: Size, limits: Limits, path: string): void {
  const { outputSide, outputPixels } = limits
  const side = Math.max(width, height)
  if (side <= outputSide && width * height <= outputPixels) return
  const limit = side > outputSide ? `${outputSide} pixels a side` : megapixels(outputPixels)
  throw new DarkroomError(
    'TOO_LARGE',
    `Expected a result of at most ${limit} for ${path} but ${width} x ${height} was asked for${longerFormats(side, limits)}`,
    { path },
  )
}

/** Checks the sizes in pixels, which are known before the source is. */
export function checkRequestedSize(request: NormalizedRequest, requestLimits: Limits): void {
  const limits = outputLimits(request, requestLimits)
  const most = Math.min(limits.outputSide, limits.outputPixels)
  for (const path of ['width', 'height'] as const) {
    const length = request[path]
    if (typeof length !== 'number' || length <= most) continue
    throw new DarkroomError(
      'TOO_LARGE',
      `Expected at most ${most} pixels for ${path} but received ${length}${longerFormats(length, limits)}`,
      { path },
    )
  }
}

/** Which formats hold a side, where the limit is that of a format. */
function longerFormats(side: number, { outputSide }: Limits): string {
  const limited = Object.entries(longestSides).find(([, longest]) => longest === outputSide)
  const longer = Object.entries(longestSides).filter(([, longest]) => longest >= side)
  if (!limited || longer.length === 0 || side <= outputSide) return ''
  return `: ${limited[0]} holds no more, ${longer.map(([name]) => name).join(', ')} can`
}
