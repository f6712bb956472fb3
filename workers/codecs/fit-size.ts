import type { OutputFormat } from '../../src/request/normalize.ts'
import { DarkroomError } from '../../src/shared/errors.ts'
import type { Checkpoints } from '../image/each-row.ts'

interface Target {
  format: Exclude<OutputFormat, 'png'>
  /** Number of pixels of the image. */
  pixels: number
  /** The highest quality to try. */
  quality: number
  /** Maximum size of the file. */
  bytes: number
}

interface Attempt {
  quality: number
  blob: Blob
}

/** Interpolated guesses before the search falls back to bisection, which always ends. */
const MAX_GUESSES = 5

/** Bytes per pixel at quality 75, and file sizes at other qualities relative to it: docs/encoders.md. */
const sizeCurves = {
  jpeg: {
    bytesPerPixel: 0.17,
    sizes: { 0: 0.11, 10: 0.23, 30: 0.46, 50: 0.65, 75: 1, 85: 1.37, 90: 1.73, 95: 2.49, 98: 3.58, 100: 5.2 }, // biome-ignore format: a table
  },
  webp: {
    bytesPerPixel: 0.126,
    sizes: { 0: 0.15, 10: 0.3, 30: 0.52, 50: 0.73, 75: 1, 80: 1.22, 85: 1.53, 90: 2.05, 95: 3.12, 98: 3.88, 99: 4.2, 100: 12 }, // biome-ignore format: a table
  },
  avif: {
    bytesPerPixel: 0.147,
    sizes: { 0: 0.03, 10: 0.06, 30: 0.18, 50: 0.44, 75: 1, 80: 1.17, 85: 1.53, 90: 2, 95: 2.83, 98: 3.88, 100: 12.9 }, // biome-ignore format: a table
  },
  jxl: {
    bytesPerPixel: 0.113,
    sizes: { 0: 0.2, 10: 0.29, 30: 0.47, 50: 0.61, 75: 1, 80: 1.14, 85: 1.5, 90: 1.86, 95: 2.83, 98: 4, 99: 6, 100: 12 }, // biome-ignore format: a table
  },
}

/**
 * Finds the highest quality whose file has at most `bytes`. The first guess is by how size grows with quality for photos,
 * later ones interpolate between attempts: usually 3 to 5 encodes. The next higher quality was tried and did not fit,
 * unless the result is the highest that is allowed.
 * @throws DarkroomError FILE_SIZE_UNREACHABLE if not even quality 0 fits.
 */
export async function fitSize(
  encode: (quality: number) => Promise<Blob>,
  target: Target,
  { checkpoint, progress }: Checkpoints,
): Promise<Attempt> {
  let fits: Attempt | undefined
  let tooLarge: Attempt | undefined
  const untried = () => (tooLarge?.quality ?? target.quality + 1) - (fits?.quality ?? -1) - 1
  const all = untried()
  let tries = 0
  while (untried() > 0) {
    await checkpoint()
    const quality = nextQuality(target, tries++, fits, tooLarge)
    const attempt = { quality, blob: await encode(quality) }
    if (attempt.blob.size <= target.bytes) fits = attempt
    else tooLarge = attempt
    progress(1 - untried() / all)
  }
  if (fits) return fits
  throw new DarkroomError(
    'FILE_SIZE_UNREACHABLE',
    `Expected a file of at most ${target.bytes} bytes for max_file_size but the smallest has ${tooLarge?.blob.size}, at quality ${tooLarge?.quality}`,
    { path: 'max_file_size' },
  )
}

/** The highest quality that should fit, strictly between the best attempt that fits and the one that does not. */
function nextQuality(
  { format, pixels, quality, bytes }: Target,
  tries: number,
  fits?: Attempt,
  tooLarge?: Attempt,
) {
  const lowest = (fits?.quality ?? -1) + 1
  const highest = (tooLarge?.quality ?? quality + 1) - 1
  if (tries >= MAX_GUESSES) return Math.ceil((lowest + highest) / 2)
  const expected = expectedLogSize(format, pixels, fits, tooLarge)
  let guess = highest
  while (guess > lowest && expected(guess) > Math.log(bytes)) guess--
  return guess
}

/** Predicts the logarithm of the file size by quality, through the attempts so far. */
function expectedLogSize(
  format: Target['format'],
  pixels: number,
  fits?: Attempt,
  tooLarge?: Attempt,
): (quality: number) => number {
  const typical = (quality: number) => typicalLogSize(format, quality)
  const known = fits ?? tooLarge
  if (!known)
    return (quality) => Math.log(sizeCurves[format].bytesPerPixel * pixels) + typical(quality)
  const from = Math.log(known.blob.size)
  if (!fits || !tooLarge) return (quality) => from + typical(quality) - typical(known.quality)
  const slope =
    (Math.log(tooLarge.blob.size) - from) / (typical(tooLarge.quality) - typical(fits.quality))
  return (quality) => from + slope * (typical(quality) - typical(fits.quality))
}

/** The logarithm of the typical size at a quality relative to that at quality 75, interpolated linearly. */
function typicalLogSize(format: Target['format'], quality: number): number {
  const points = Object.entries(sizeCurves[format].sizes).map(([q, size]) => [
    Number(q),
    Math.log(size),
  ])
  const after = Math.max(
    1,
    points.findIndex(([q = 0]) => q >= quality),
  )
  const [[q0 = 0, s0 = 0] = [], [q1 = 1, s1 = 0] = []] = points.slice(after - 1, after + 1)
  return s0 + ((s1 - s0) * (quality - q0)) / (q1 - q0)
}
