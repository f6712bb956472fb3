import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limitMs, Pace } from '../../workers/inference/gpu/pace.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it.each([
  ['a first run, which compiles', undefined, 65_536, Number.POSITIVE_INFINITY],
  ['a fast GPU', 0.001, 65_536, 10_000],
  ['a slow GPU', 0.1, 65_536, 65_536],
  ['a slow GPU, and a smaller tile', 0.1, 4_096, 10_000],
])('how long a GPU may take: %s', (_, slowest, pixels, ms) => {
  expect(limitMs(slowest, pixels)).toBeCloseTo(ms)
})

const after = <T>(ms: number, value: T) =>
  new Promise<T>((resolve) => setTimeout(resolve, ms, value))
const never = new Promise<never>(() => {})

it('a GPU that hangs is found by its own pace', async () => {
  const pace = new Pace()
  const first = pace.wait(after(120_000, 'compiled'), 100)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await first).toBe('compiled')

  const slow = pace.wait(after(1_000_000, 'slow'), 100)
  await vi.advanceTimersByTimeAsync(1_000_000)
  expect(await slow).toBe('slow')

  const fast = new Pace()
  const run = fast.wait(after(10, 'fast'), 100)
  await vi.advanceTimersByTimeAsync(10)
  expect(await run).toBe('fast')
  const hung = fast.wait(never, 100)
  const failure = expect(hung).rejects.toThrow('it did not answer for 10 s')
  await vi.advanceTimersByTimeAsync(10_000)
  await failure
})

it('what an earlier worker found is known to the next', async () => {
  const pace = new Pace(200)
  const run = pace.wait(after(15_000, 'slow'), 100)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await run).toBe('slow')
  expect([pace.slowest, pace.msPerPixel]).toEqual([200, expect.closeTo(150, -1)])
  const hung = expect(pace.wait(never, 100)).rejects.toThrow('it did not answer for 200 s')
  await vi.advanceTimersByTimeAsync(200_000)
  await hung
})
