import type { Checkpoints } from '../image/each-row.ts'
import type { RasterImage } from '../image/image.ts'
import { blockEdgesMeter } from './block-edges.ts'
import { BLOCK } from './dct.ts'
import { flatnessMeter } from './flatness.ts'
import { quantizationCounter } from './quantization.ts'
import { repetitionMeter } from './repetition.ts'
import { ringingMeter } from './ringing.ts'
import { sharpnessMeter } from './sharpness.ts'
import { type Noise, spectrumMeter } from './spectrum.ts'
import { readWindow, windowsOf } from './windows.ts'

/** Bytes of one window's planes, and of what is noted of up to a megapixel. */
export const EVIDENCE_BYTES = 8 << 20
/** In so few windows blocks overlap, so that more of them are seen. */
const FEW = 4

/** What the pixels of an image show. */
export interface PixelEvidence {
  /** See `quantizationCounter`. */
  gap: number
  steadyGap: number
  /** See `spectrumMeter`. */
  noise: Noise
  /** See `spectrumMeter`: for the network, not for people. */
  spectrum: number[] | undefined
  /** See `sharpnessMeter`. */
  sharpness: number | undefined
  /** See `repetitionMeter`. */
  repetition: number
  /** See `ringingMeter`. */
  ringing: number
  /** See `blockEdgesMeter`. */
  blockEdges: number[]
  /** See `flatnessMeter`. */
  flatness: { tones: number; flat: number }
}

/** Looks at an image once, or at a sample of a large one. */
export async function measurePixels(
  image: RasterImage,
  { checkpoint }: Pick<Checkpoints, 'checkpoint'>,
): Promise<PixelEvidence> {
  const boxes = windowsOf(image)
  const [blocks, spectrum, edges, steps, rings, ends, flat] = [
    quantizationCounter(),
    spectrumMeter(boxes.length > FEW ? BLOCK : BLOCK / 2),
    sharpnessMeter(),
    repetitionMeter(),
    ringingMeter(),
    blockEdgesMeter(),
    flatnessMeter(),
  ]
  for (const box of boxes) {
    await checkpoint()
    const window = readWindow(image, box)
    for (const meter of [blocks, spectrum, edges, steps, rings, ends, flat]) meter.add(window)
  }
  return {
    gap: blocks.gap(),
    steadyGap: blocks.steadyGap(),
    noise: spectrum.noise(),
    spectrum: spectrum.spectrum(),
    sharpness: edges.sharpness(),
    repetition: steps.repetition(),
    ringing: rings.ringing(),
    blockEdges: ends.blockEdges(),
    flatness: flat.flatness(),
  }
}
