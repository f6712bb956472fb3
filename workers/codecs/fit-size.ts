import { DarkroomError } from '../../src/contract/errors.ts'
import type { Checkpoints } from '../image/each-row.ts'

interface Wanted {
  format: 'jpeg' | 'webp'
  /** Of the image. */
  pixels: number
  /** The highest that is tried. */
  quality: number
  /** The most that the file may have. */
  bytes: number
}

interface Attempt {
  quality: number
  blob: Blob
}

/** After so many guesses that closed in from one side only, the interval is halved. */
const MOST_GUESSES = 5

/** Bytes a pixel at quality 75, and the size at other qualities beside that: docs/encoders.md, rounded at the ends. */
const curves = {
  jpeg: {
    bytesPerPixel: 0.17,
    sizes: { 0: 0.11, 10: 0.23, 30: 0.46, 50: 0.65, 75: 1, 85: 1.37, 90: 1.73, 95: 2.49, 98: 3.58, 100: 5.2 }, // biome-ignore format: a table
  },
  webp: {
    bytesPerPixel: 0.126,
    sizes: { 0: 0.15, 10: 0.3, 30: 0.52, 50: 0.73, 75: 1, 80: 1.22, 85: 1.53, 90: 2.05, 95: 3.12, 98: 3.88, 99: 4.2, 100: 12 }, // biome-ignore format: a table
  },
}

/**
 * The highest quality whose file has at most `bytes`. It starts from how size grows with quality on photographs, then
 * interpolates between what was tried: 3 to 5 encodes as a rule. One quality more was tried too and does not fit,
 * but for the highest that is allowed.
 * @throws DarkroomError FILE_SIZE_UNREACHABLE on `max_file_size`.
 */
export async function fitSize(
  encode: (quality: number) => Promise<Blob>,
  wanted: Wanted,
  { checkpoint, progress }: Checkpoints,
): Promise<Attempt> {
  let fits: Attempt | undefined
  let tooLarge: Attempt | undefined
  const open = () => (tooLarge?.quality ?? wanted.quality + 1) - (fits?.quality ?? -1) - 1
  const all = open()
  let tries = 0
  while (open() > 0) {
    await checkpoint()
    const quality = next(wanted, tries++, fits, tooLarge)
    const attempt = { quality, blob: await encode(quality) }
    if (attempt.blob.size <= wanted.bytes) fits = attempt
    else tooLarge = attempt
    progress(1 - open() / all)
  }
  if (fits) return fits
  throw new DarkroomError(
    'FILE_SIZE_UNREACHABLE',
    `Expected a file of at most ${wanted.bytes} bytes for max_file_size but the smallest has ${tooLarge?.blob.size}, at quality ${tooLarge?.quality}`,
    { path: 'max_file_size' },
  )
}

/** The quality to try: the highest that should fit, strictly between what fits and what does not. */
function next(
  { format, pixels, quality, bytes }: Wanted,
  tries: number,
  fits?: Attempt,
  tooLarge?: Attempt,
) {
  const lowest = (fits?.quality ?? -1) + 1
  const highest = (tooLarge?.quality ?? quality + 1) - 1
  if (tries >= MOST_GUESSES) return Math.ceil((lowest + highest) / 2)
  const expected = expectation(format, pixels, fits, tooLarge)
  let guess = highest
  while (guess > lowest && expected(guess) > Math.log(bytes)) guess--
  return guess
}

/** The expected logarithm of the size, through what is known of this image. */
function expectation(
  format: Wanted['format'],
  pixels: number,
  fits?: Attempt,
  tooLarge?: Attempt,
): (quality: number) => number {
  const usual = (quality: number) => usualSize(format, quality)
  const known = fits ?? tooLarge
  if (!known) return (quality) => Math.log(curves[format].bytesPerPixel * pixels) + usual(quality)
  const from = Math.log(known.blob.size)
  if (!fits || !tooLarge) return (quality) => from + usual(quality) - usual(known.quality)
  const steepness =
    (Math.log(tooLarge.blob.size) - from) / (usual(tooLarge.quality) - usual(fits.quality))
  return (quality) => from + steepness * (usual(quality) - usual(fits.quality))
}

/** The logarithm of the usual size at a quality over that at 75. */
function usualSize(format: Wanted['format'], quality: number): number {
  const points = Object.entries(curves[format].sizes).map(([q, size]) => [
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
