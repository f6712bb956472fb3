import { expect, it, vi } from 'vitest'
import { isOneThreadFaster } from '../../src/engine/schedule.ts'
import { areThreadsDoubted, smallTileMs } from '../../workers/inference/thread-check.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const SAFARI = `${WEBKIT} Version/26.5 Safari/605.1.15`

it.each([
  ['Safari', { userAgent: SAFARI, threads: 8, ms: 5_000 }, true],
  ['Chrome on an iPhone', { userAgent: `${WEBKIT} CriOS/140.0.0.0`, threads: 4, ms: 9_000 }, true],
  ['Safari after a short job', { userAgent: SAFARI, threads: 8, ms: 900 }, false],
  ['Safari with one thread, or on a GPU', { userAgent: SAFARI, threads: 1, ms: 9_000 }, false],
  ['Chrome', { userAgent: 'AppleWebKit/537.36 Chrome/140.0.0.0', threads: 8, ms: 9_000 }, false],
  ['Firefox', { userAgent: 'Gecko/20100101 Firefox/145.0', threads: 8, ms: 9_000 }, false],
])('threads are doubted in WebKit alone: %s', (_, facts, doubted) => {
  expect(areThreadsDoubted(facts)).toBe(doubted)
})

it.each([
  ['Safari 26.5, as reported', { one: 900, all: 1_400 }, true],
  ['threads that help', { one: 900, all: 300 }, false],
  ['a tie', { one: 900, all: 900 }, false],
])('one thread is kept where it is faster: %s', (_, ms, faster) => {
  expect(isOneThreadFaster(ms)).toBe(faster)
})

/** A network whose runs take so long, by a clock that they alone move on. */
function networkOf(times: number[], model: object) {
  let time = 0
  class Tensor {
    constructor(
      readonly type: string,
      readonly data: Float32Array,
      readonly dims: number[],
    ) {}
  }
  const dispose = vi.fn()
  const run = vi.fn(async (_: Record<string, Tensor>) => {
    time += times.shift() as number
    return { output: { dispose } }
  })
  const loaded = { ort: { Tensor }, session: { inputNames: ['in'], run }, model } as never
  return { ms: () => smallTileMs(loaded, () => time), run, dispose }
}

it.each([
  ['fast, for two seconds', [900, 700, 300, 40, 200], { halo: 16 }, 5, 40, 80],
  ['slow, twice', [8_000, 5_000], { halo: 16 }, 2, 5_000, 80],
  ['of one input size', [1_500, 1_000], { width: 32, height: 32 }, 2, 1_000, 32],
])(
  'the fastest of some runs counts: a network that is %s',
  async (_, times, model, runs, ms, side) => {
    const network = networkOf(times, model)
    expect(await network.ms()).toBe(ms)
    expect(network.run).toHaveBeenCalledTimes(runs)
    expect(network.dispose).toHaveBeenCalledTimes(runs)
    expect(network.run.mock.lastCall?.[0].in?.dims).toEqual([1, 3, side, side])
  },
)
