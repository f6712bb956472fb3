import type { Context } from '../operations/operation.ts'
import type { Picture } from '../picture.ts'

/** Pixels between two checkpoints. */
const PORTION = 1 << 20

/** Lets `change` work on a picture in portions; it gets the bytes `from` to `to`, whole pixels. */
export async function inPortions(
  { pixels }: Picture,
  { progress, checkpoint }: Pick<Context, 'progress' | 'checkpoint'>,
  change: (pixels: Uint8ClampedArray, from: number, to: number) => void,
): Promise<void> {
  for (let from = 0; from < pixels.length; from += PORTION * 4) {
    await checkpoint()
    change(pixels, from, Math.min(from + PORTION * 4, pixels.length))
    progress(Math.min(1, (from + PORTION * 4) / pixels.length))
  }
}
