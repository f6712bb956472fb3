import type { Damage } from '../../src/shared/worker/details.ts'
import type { PixelEvidence } from './measure.ts'
import type { Noise } from './noise.ts'

/**
 * The limits lie between what clean photographs and parts of them showed and what compression, noise and enlargement made
 * of them; models/restore-x4/card.md has how often they err.
 */
const JPEG_QUALITY = 75
const GAP = 0.32
const LUMA_NOISE = 6.8
const CHROMA_NOISE = 4
const BLOTCHES = 5.2
const SHARPNESS = 0.27
/** A photograph that is out of focus has its grain, an enlarged one has lost it. */
const GRAIN = 0.45
const REPETITION = 0.15
const DRAWING = { tones: 0.62, flat: 0.2 }
/** Drawn pages that were never compressed have 0.74 or more; after a JPEG of quality 97 0.65, of 92 or less 0.5 at most. */
const DRAWN_GAP = 0.6

/** What an image suffers from, if anything. `jpegQuality` is what its file tells. */
export function damageOf(pixels: PixelEvidence, jpegQuality = 100): Damage | undefined {
  const { gap, noise, sharpness = 1, repetition, flatness } = pixels
  if (jpegQuality <= JPEG_QUALITY) return 'compressed'
  if (isDrawing(flatness)) return 'drawing'
  if (repetition < REPETITION) return 'enlarged'
  if (gap < GAP) return 'compressed'
  if (isNoisy(noise)) return 'noisy'
  return sharpness < SHARPNESS && noise.luma < GRAIN ? 'enlarged' : undefined
}

/** A drawing without traces of compression. */
export const isCleanDrawing = ({ gap, flatness }: PixelEvidence) =>
  isDrawing(flatness) && gap > DRAWN_GAP

const isDrawing = ({ tones, flat }: PixelEvidence['flatness']) =>
  tones > DRAWING.tones && flat > DRAWING.flat

const isNoisy = ({ blocks, luma, evenness, chroma, blotches }: Noise) =>
  chroma > CHROMA_NOISE ||
  blotches > BLOTCHES ||
  // Texture in a small part is as even as noise by chance.
  (luma > LUMA_NOISE && evenness > 1.34 + 1.2 / Math.sqrt(blocks))
