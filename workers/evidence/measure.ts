import type { Checkpoints } from '../image/each-row.ts'
import type { RasterImage } from '../image/image.ts'
import { flatnessMeter } from './flatness.ts'
import { type Noise, noiseMeter } from './noise.ts'
import { quantizationCounter } from './quantization.ts'
import { repetitionMeter } from './repetition.ts'
import { sharpnessMeter } from './sharpness.ts'
import { readWindow, windowsOf } from './windows.ts'

/** Bytes of one window's planes, and of what is noted of up to a megapixel. */
export const EVIDENCE_BYTES = 4 << 20

/** What the pixels of an image show. */
export interface PixelEvidence {
  /** See `quantizationCounter`. */
  gap: number
  /** See `noiseMeter`. */
  noise: Noise
  /** See `sharpnessMeter`. */
  sharpness: number | undefined
  /** See `repetitionMeter`. */
  repetition: number
  /** See `flatnessMeter`. */
  flatness: { tones: number; flat: number }
}

/** Looks at an image once, or at a sample of a large one. */
export async function measurePixels(
  image: RasterImage,
  { checkpoint }: Pick<Checkpoints, 'checkpoint'>,
): Promise<PixelEvidence> {
  const [blocks, noise, edges, steps, flat] = [
    quantizationCounter(),
    noiseMeter(),
    sharpnessMeter(),
    repetitionMeter(),
    flatnessMeter(),
  ]
  for (const box of windowsOf(image)) {
    await checkpoint()
    const window = readWindow(image, box)
    for (const meter of [blocks, noise, edges, steps, flat]) meter.add(window)
  }
  return {
    gap: blocks.gap(),
    noise: noise.noise(),
    sharpness: edges.sharpness(),
    repetition: steps.repetition(),
    flatness: flat.flatness(),
  }
}
