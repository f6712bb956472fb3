/** How long work on an image reports progress and notices an abort. */
export interface Checkpoints {
  /** Reports how far the work is, 0 to 1. */
  progress(ratio: number): void
  /** Lets messages in, and throws once the job was aborted. Call it between tiles. */
  checkpoint(): Promise<void>
}

/** Pixels processed between two checkpoints: about 20 ms. */
const BAND = 1 << 19

/**
 * Calls `work` with each row of an image, in bands between which an abort is noticed.
 * Reports from `start` to `end` of the step's progress.
 */
export async function eachRow(
  { width, height }: { width: number; height: number },
  { progress, checkpoint }: Checkpoints,
  [start, end]: readonly [number, number],
  work: (y: number) => void,
): Promise<void> {
  const rows = Math.max(1, Math.floor(BAND / width))
  for (let y = 0; y < height; y++) {
    if (y % rows === 0) {
      progress(start + ((end - start) * y) / height)
      await checkpoint()
    }
    work(y)
  }
}
