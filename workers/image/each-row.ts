/** How long-running work on an image reports progress and notices an abort. */
export interface Checkpoints {
  /** Reports progress, 0 to 1. */
  progress(ratio: number): void
  /** Yields to the event loop so that messages arrive, and throws if the job was aborted. Call it between bands or tiles. */
  checkpoint(): Promise<void>
}

/** Pixels processed between two checkpoints: about 20 ms. */
const BAND = 1 << 19

/**
 * Calls `work` for each row of an image, in bands with a checkpoint before each.
 * Reports progress from `start` to `end`.
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
