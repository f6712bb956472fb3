import { isWebKit } from './adapter.ts'
import { leastSide } from './known-answers.ts'
import type { LoadedModel } from './loaded-model.ts'

/** Networks that have taken less in all are not worth a second worker. */
const WORTH_MS = 5_000
/** How long a tile is repeated, and how often at least: the first runs are slower than the rest. */
const ENOUGH_MS = 2_000
const LEAST_RUNS = 2

/** Whether one thread may be faster than several, which another worker has to show. */
export const areThreadsDoubted = (facts: { userAgent: string; threads: number; ms: number }) =>
  isWebKit(facts.userAgent) && facts.threads > 1 && facts.ms >= WORTH_MS

/** How long a network takes for a small tile. */
export async function smallTileMs(
  { ort, session, model }: Pick<LoadedModel, 'ort' | 'session' | 'model'>,
  now = () => performance.now(),
): Promise<number> {
  const side = 'halo' in model ? leastSide(model.halo) : 0
  const size = { width: side, height: side, channels: 3 }
  const { width, height, channels = 3 } = 'halo' in model ? size : model
  const gray = new Float32Array(channels * width * height).fill(0.5)
  const input = new ort.Tensor('float32', gray, [1, channels, height, width])
  const feeds = { [session.inputNames[0] as string]: input }
  const begin = now()
  const times: number[] = []
  while (times.length < LEAST_RUNS || now() - begin < ENOUGH_MS) {
    const start = now()
    const outputs = await session.run(feeds)
    times.push(now() - start)
    for (const output of Object.values(outputs)) output.dispose()
  }
  return Math.min(...times)
}
