import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Recheck } from '../../workers/inference/recheck.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('a GPU is asked again after some hundred runs, after a pause, and when its output is implausible', async () => {
  const check = vi.fn(async () => {})
  const recheck = new Recheck(check)
  for (let i = 0; i < 300; i++) await recheck.beforeRun()
  expect(check).toHaveBeenCalledTimes(0)
  await recheck.beforeRun()
  expect(check).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.now() + 60_000)
  await recheck.beforeRun()
  expect(check).toHaveBeenCalledTimes(2)
  await recheck.afterImage(0.01)
  expect(check).toHaveBeenCalledTimes(2)
  await recheck.afterImage(0.5)
  expect(check).toHaveBeenCalledTimes(3)
})
