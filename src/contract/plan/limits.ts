import { DarkroomError } from '../errors.ts'
import type { NormalizedRequest, OutputFormat } from '../request/normalize.ts'
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

export const defaultLimits: Limits = {
  decodedPixels: 128e6,
  outputPixels: 128e6,
  outputSide: 16_384,
  decodeSeconds: 30,
}

/** Longest side of a WebP file, in pixels (RFC 9649). */
const WEBP_SIDE = 16_383

export const fitsWebp = ({ width, height }: Size): boolean => Math.max(width, height) <= WEBP_SIDE

/** The limits of results in a format. */
export const limitsForFormat = (format: OutputFormat | 'auto', limits: Limits): Limits =>
  format === 'webp' ? { ...limits, outputSide: Math.min(limits.outputSide, WEBP_SIDE) } : limits

const megapixels = (pixels: number) => `${(pixels / 1e6).toFixed(1)} megapixels`

/** @throws DarkroomError TOO_LARGE on `path`, the field that names the image. */
export function checkDecoded({ width, height }: Size, limits: Limits, path = 'url'): void {
  if (width * height <= limits.decodedPixels) return
  throw new DarkroomError(
    'TOO_LARGE',
    `Expected at most ${megapixels(limits.decodedPixels)} for ${path} but received ${width} x ${height}`,
    { path },
  )
}

/** @throws DarkroomError TOO_LARGE on `path`, the field that requests the size. */
export function checkOutput({ width, height }: Size, limits: Limits, path: string): void {
  const tooLong = Math.max(width, height) > limits.outputSide
  if (!tooLong && width * height <= limits.outputPixels) return
  const limit = tooLong ? `${limits.outputSide} pixels a side` : megapixels(limits.outputPixels)
  throw new DarkroomError(
    'TOO_LARGE',
    `Expected a result of at most ${limit} for ${path} but ${width} x ${height} was asked for`,
    { path },
  )
}

/** Checks the sizes in pixels, which are known before the source is. */
export function checkRequestedSize(request: NormalizedRequest, limits: Limits): void {
  for (const path of ['width', 'height'] as const) {
    const length = request[path]
    if (typeof length !== 'number' || length <= limits.outputSide) continue
    throw new DarkroomError(
      'TOO_LARGE',
      `Expected at most ${limits.outputSide} pixels for ${path} but received ${length}`,
      { path },
    )
  }
}
